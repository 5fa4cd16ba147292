/** Promotions in the draft of a sale: their reward, how one is applied, and how it is removed. */

import type { PromotionData } from '../../domain/sales/promotion.record.ts';
import { type FactorOf, notFor, type PromotedSale, resultOf } from '../../domain/sales/promotion-result.ts';
import type { AppliedPromotion } from '../../domain/sales/sale-events.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { printQuantity, quantity, readQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { amountOf, discountOf } from '../shared/document/fields/usual-fields.ts';
import type { Wire } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, type Value } from '../shared/document/model/draft.ts';
import type { EditingStore } from '../shared/document/model/editing-store.ts';
import { knownItemOn, unitsOf } from '../shared/document/model/goods/items.ts';

/** Ids of the promotions in the header, as text: a draft cannot hold lists. */
export const PROMOTIONS = 'promotion_ids';

export const idsOf = (value: unknown): number[] =>
  typeof value === 'string' && value !== '' ? value.split(',').map(Number) : [];
const asText = (ids: readonly number[]): Value => (ids.length === 0 ? null : ids.join(','));

export const promotionsWire: Wire = {
  send: ({ [PROMOTIONS]: ids, ...body }) => ({
    ...body,
    promotions: idsOf(ids).map((promotion_fk) => ({ promotion_fk })),
  }),
  // Promotions of lines are stored in the lines.
  read: (data) => {
    const lines = objectsOf(data['lines']);
    const promotions = objectsOf(data['promotions']);
    const ids = promotions.map((promotion) => Number(promotion['promotion_fk']));
    return { ...data, [PROMOTIONS]: asText(ids.filter((id) => !lines.some((line) => line['promotion_fk'] === id))) };
  },
};

/** A promotion as the look-up returns it. */
export type Promotion = PromotionData & { readonly section_id: number };

/** The promotions in the draft, in its header or its lines. */
export function appliedIn({ header, lines }: Draft): readonly number[] {
  const ofLines = lines.flatMap(({ fields }) => idOf(fields, 'promotion_fk') ?? []);
  return [...new Set([...idsOf(header[PROMOTIONS]), ...ofLines])];
}

/** The sizes of the day of the sale. */
const factorOn =
  (day: Value | undefined): FactorOf =>
  (item, unit) =>
    unitsOf(knownItemOn(item, day)).find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty;

/** The current reward; undefined when the promotion does not apply to this sale. */
export function offerOf(promotion: Promotion, draft: Draft): AppliedPromotion | undefined {
  const sale = promotedSale(draft);
  return notFor(promotion, sale)
    ? undefined
    : resultOf(promotion, promotion.section_id, sale, factorOn(draft.header['date']));
}

/** The sale as promotions evaluate it; empty fields count as zero. */
function promotedSale({ header, lines }: Draft): PromotedSale {
  const factorOf = factorOn(header['date']);
  return {
    outlet_fk: idOf(header, 'outlet_fk') ?? 0,
    date: String(header['date'] ?? ''),
    currency_fk: idOf(header, 'currency_fk') ?? 0,
    system_currency_fk: idOf(header, 'system_currency_fk') ?? 0,
    discount: null,
    delivery_charge: null,
    rounding_step: null,
    lines: lines.map(({ fields }) => {
      const item = idOf(fields, 'item_fk') ?? 0;
      const count = typeof fields['quantity'] === 'string' ? fields['quantity'] : '0';
      return {
        item_fk: item,
        unit_factor: factorOf(item, idOf(fields, 'unit_fk') ?? 0) ?? '1',
        quantity: readQuantity(count) === undefined ? '0' : count,
        price: amountOf(fields['price']),
        discount: discountOf(fields['discount']),
        tax_percent: null,
      };
    }),
  };
}

/** Items whose units must be loaded first. */
export function itemsAskedFor(promotions: readonly Promotion[], { lines }: Draft): readonly number[] {
  const sold = new Set(lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []));
  const requested = promotions
    .flatMap(({ items }) => items.map((item) => item.item_fk))
    .filter((item) => sold.has(item));
  const given = promotions.flatMap(({ reward_items }) => reward_items.map((rewardItem) => rewardItem.item_fk));
  return [...new Set([...requested, ...given])];
}

/** Adds the earned reward to the draft. */
export function apply(store: EditingStore, promotion: Promotion, { times }: AppliedPromotion, blank: Fields): void {
  const { section_id, reward_type, items, reward_items, reward_percentage } = promotion;
  take(store, promotion);
  const { draft } = store.state;
  const discount = { type: 'percent' as const, value: reward_percentage ?? '0' };
  const named = { [PROMOTIONS]: asText([...idsOf(draft.header[PROMOTIONS]), section_id]) };
  if (reward_type === 'get_free') {
    for (const { item_fk, unit_fk, quantity: each } of reward_items) {
      const free = { item_fk, unit_fk, quantity: '0', price: '0', bonus_quantity: timesOf(each, times) };
      store.edit({ do: 'add_line', table: 'lines', fields: { ...blank, ...free, promotion_fk: section_id } });
    }
  } else if (reward_type === 'get_discount' && items.length > 0) {
    for (const { key, fields } of draft.lines) {
      if (!items.some((item) => item.item_fk === fields['item_fk'])) continue;
      const at = { table: 'lines' as const, key, field: 'discount' };
      store.edit({ do: 'set', at, value: discount, also: { promotion_fk: section_id } });
    }
  } else if (reward_type === 'get_discount') {
    store.edit({ do: 'set', at: { field: 'discount' }, value: discount, also: named });
  } else {
    store.edit({ do: 'set', at: { field: PROMOTIONS }, value: named[PROMOTIONS] ?? null });
  }
}

const timesOf = (count: string, times: number): string => printQuantity(toQuantity(quantity(count) * BigInt(times)));

/** Removes the reward from the draft; goods that are also sold on their line remain. */
export function take(store: EditingStore, { section_id, reward_type, items }: Promotion): void {
  const { header, lines } = store.state.draft;
  const ids = idsOf(header[PROMOTIONS]);
  if (ids.includes(section_id)) {
    const left = { [PROMOTIONS]: asText(ids.filter((id) => id !== section_id)) };
    const discounted = reward_type === 'get_discount' && items.length === 0;
    const at = { field: discounted ? 'discount' : PROMOTIONS };
    store.edit({ do: 'set', at, value: discounted ? null : (left[PROMOTIONS] ?? null), also: discounted ? left : {} });
  }
  for (const { key, fields } of lines) {
    if (fields['promotion_fk'] !== section_id) continue;
    const free = reward_type === 'get_free';
    if (free && (readQuantity(String(fields['quantity'] ?? '0')) ?? 0n) === 0n) {
      store.edit({ do: 'remove_line', table: 'lines', key });
      continue;
    }
    const at = { table: 'lines' as const, key, field: free ? 'bonus_quantity' : 'discount' };
    store.edit({ do: 'set', at, value: null, also: { promotion_fk: null } });
  }
}

/** A row of the dialog: a promotion that applies to the sale, or that is applied to it. */
export interface ShownPromotion {
  readonly id: number;
  /** Undefined when it is no longer listed. */
  readonly promotion: Promotion | undefined;
  /** Undefined when it does not apply to the sale. */
  readonly offer: AppliedPromotion | undefined;
}

/** `promotions` are all listed ones, undefined until they are read. Applied ones remain until they are taken out. */
export function shownIn(promotions: readonly Promotion[] | undefined, draft: Draft): readonly ShownPromotion[] {
  if (!promotions) return [];
  const offered = promotions.map((promotion) => {
    return { id: promotion.section_id, promotion, offer: offerOf(promotion, draft) };
  });
  const unlisted = appliedIn(draft).filter((id) => !offered.some((row) => row.id === id));
  return [
    ...offered.filter(({ id, offer }) => offer || appliedIn(draft).includes(id)),
    ...unlisted.map((id) => ({ id, promotion: undefined, offer: undefined })),
  ];
}

/** Removes a promotion whose reward is unknown, with what it may have given: free goods, and a percentage. */
export function takeUnlisted(store: EditingStore, id: number): void {
  const { header, lines } = store.state.draft;
  const ids = idsOf(header[PROMOTIONS]);
  if (ids.includes(id)) {
    const left = { [PROMOTIONS]: asText(ids.filter((other) => other !== id)) };
    const discount = isPercent(header['discount']) ? null : (header['discount'] ?? null);
    store.edit({ do: 'set', at: { field: 'discount' }, value: discount, also: left });
  }
  for (const { key, fields } of lines) {
    if (fields['promotion_fk'] !== id) continue;
    if ((readQuantity(String(fields['quantity'] ?? '0')) ?? 0n) === 0n) {
      store.edit({ do: 'remove_line', table: 'lines', key });
      continue;
    }
    const discount = isPercent(fields['discount']) ? null : (fields['discount'] ?? null);
    const at = { table: 'lines' as const, key, field: 'discount' };
    store.edit({ do: 'set', at, value: discount, also: { promotion_fk: null, bonus_quantity: null } });
  }
}

const isPercent = (value: Value | undefined): boolean => discountOf(value)?.type === 'percent';
