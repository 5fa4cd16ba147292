/**
 * A promotion: the required goods, its period, and the reward. It never posts; a sale refers to the promotions that it
 * earned and stores their results.
 */

import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  translatedName,
} from '../schemas/fields.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { keysOf } from '../values/members.ts';
import { money } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';

const Goods = () =>
  Type.Optional(
    Type.Array(Body({ item_fk: Reference('items'), unit_fk: Reference('units'), quantity: QuantityField() }), {
      maxItems: 50,
    }),
  );

export const PromotionBody = Body({
  ...translatedName('title'),
  /** Null means every outlet. */
  outlet_fk: Maybe(Reference('outlets')),
  start_date: DateField(),
  end_date: DateField(),
  status: Type.Optional(OneOf(['draft', 'active', 'inactive'])),
  /** All of these goods must be bought. */
  items: Goods(),
  /** Minimum amount after discounts of lines. */
  minimum_amount: Maybe(Amount()),
  /** Currency of the amounts; null is the system currency. */
  currency_fk: Maybe(Reference('currencies')),
  applies: Type.Optional(OneOf(['once', 'each_time'])),
  reward_type: OneOf(['get_free', 'get_discount', 'get_amount']),
  reward_items: Goods(),
  /** Percentage off the promotion's items, or off the whole invoice when it has no items. */
  reward_percentage: Maybe(Percent()),
  /** Credit to the customer, each time the promotion is earned. */
  reward_amount: Maybe(Amount()),
});
export type PromotionData = Required<Static<typeof PromotionBody>>;

export const promotion = declareRecord({
  names: { kind: 'promotion', folder: 'sales', id: 'section_id', name: 'title' },
  schema: PromotionBody,
  defaults: {
    status: 'draft',
    items: [],
    applies: 'once',
    reward_items: [],
  },
  references: {
    outlet_fk: 'outlet',
    currency_fk: 'currency',
    'items.item_fk': 'item',
    'items.unit_fk': 'unit',
    'reward_items.item_fk': 'item',
    'reward_items.unit_fk': 'unit',
  },
  ofDay: {
    fields: `start_date end_date status items minimum_amount currency_fk applies reward_type reward_items
      reward_percentage reward_amount`.split(/\s+/),
  },
  scope: { by: 'outlet', field: 'outlet_fk' },
  list: {
    columns: ['title', 'reward_type', 'start_date', 'end_date', 'outlet_fk', 'status'],
    search: ['title', 'title_ar', 'title_ckb'],
  },
  check: checkPromotion,
});

function checkPromotion(data: PromotionData, previous: PromotionData | undefined, _facts: Facts, issues: Issues): void {
  for (const field of ['start_date', 'end_date'] as const) {
    if (!readDate(data[field])) issues.add(field, 'date');
  }
  if (data.end_date < data.start_date) issues.add('end_date', 'end_date_after_start_date');
  checkStatus(data, previous, issues);
  if (data.items.length === 0 && data.minimum_amount === null) issues.add('items', 'promotion_needs_a_condition');
  if (data.minimum_amount !== null && money(data.minimum_amount) <= 0n) {
    issues.add('minimum_amount', 'greater_than', { value: '0' });
  }
  checkGoods('items', data, issues);
  checkGoods('reward_items', data, issues);
  checkReward(data, issues);
}

/** Fields that may change while the promotion is active. */
const FREE: readonly (keyof PromotionData)[] = ['title', 'title_ar', 'title_ckb', 'end_date'];

/**
 * Transitions: draft → active ⇄ inactive. The terms are fixed while it is active, so that all sales of a day get the
 * same reward.
 */
function checkStatus(data: PromotionData, previous: PromotionData | undefined, issues: Issues): void {
  const from = previous?.status ?? 'draft';
  const back = data.status === 'draft' ? from !== 'draft' : data.status === 'inactive' && from === 'draft';
  if (back) issues.add('status', 'cannot_be_changed');
  if (previous?.status !== 'active' || data.status !== 'active') return;
  for (const field of keysOf(data)) {
    if (FREE.includes(field)) continue;
    if (JSON.stringify(data[field]) !== JSON.stringify(previous[field])) issues.add(field, 'promotion_is_active');
  }
}

function checkGoods(field: 'items' | 'reward_items', data: PromotionData, issues: Issues): void {
  data[field].forEach((row, index) => {
    if (quantity(row.quantity) <= 0n) issues.add(`${field}.${index}.quantity`, 'greater_than', { value: '0' });
    if (data[field].findIndex((other) => other.item_fk === row.item_fk) !== index) {
      issues.add(`${field}.${index}.item_fk`, 'unique');
    }
  });
}

const REWARDS = {
  get_free: 'reward_items',
  get_discount: 'reward_percentage',
  get_amount: 'reward_amount',
} as const;

/** Requires exactly the field of the chosen reward. */
function checkReward(data: PromotionData, issues: Issues): void {
  for (const [type, field] of Object.entries(REWARDS)) {
    const value = data[field];
    const isGiven = Array.isArray(value) ? value.length > 0 : typeof value === 'string' && money(value) > 0n;
    if (type === data.reward_type && !isGiven) issues.add(field, 'required');
    if (type !== data.reward_type && isGiven) issues.add(field, 'reward_of_another_type');
  }
}
