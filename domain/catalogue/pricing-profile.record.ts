/**
 * A pricing profile: a price list that customers refer to. Its items have the prices of the list; other chosen items
 * get a discount when their price is between two amounts.
 */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, DateField, Id, Maybe, Note, OneOf, Percent, translatedName } from '../schemas/fields.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { money } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';

const Chosen = (resource: string) =>
  Type.Optional(Type.Array(Id({ 'x-lookup': resource }), { maxItems: 500, uniqueItems: true }));

export const PricingProfileBody = Body({
  ...translatedName('profile_name'),
  status: Type.Optional(OneOf(['draft', 'active', 'inactive'])),
  apply_on: Type.Optional(OneOf(['all_items', 'categories', 'brands', 'items'])),
  /** Includes all their descendants. */
  categories: Chosen('categories'),
  brands: Chosen('brands'),
  items: Chosen('items'),
  discount_percentage: Maybe(Percent()),
  /** The range of prices that are discounted, in the currency of the price; null is unbounded. */
  discount_start_amount: Maybe(Amount()),
  discount_end_amount: Maybe(Amount()),
  start_date: Maybe(DateField()),
  end_date: Maybe(DateField()),
  note: Maybe(Note()),
});
export type PricingProfileData = Required<Static<typeof PricingProfileBody>>;

export const pricingProfile = declareRecord({
  names: { kind: 'pricing_profile', folder: 'catalogue', id: 'profile_id', name: 'profile_name' },
  schema: PricingProfileBody,
  defaults: {
    status: 'draft',
    apply_on: 'all_items',
    categories: [],
    brands: [],
    items: [],
  },
  references: { categories: 'category', brands: 'brand', items: 'item' },
  ofDay: {
    fields: `status apply_on categories brands items discount_percentage discount_start_amount
      discount_end_amount start_date end_date`.split(/\s+/),
    presence: true,
  },
  list: {
    columns: ['profile_name', 'apply_on', 'discount_percentage', 'start_date', 'end_date', 'status'],
    search: ['profile_name', 'profile_name_ar', 'profile_name_ckb', 'note'],
  },
  check: checkProfile,
});

function checkProfile(
  data: PricingProfileData,
  previous: PricingProfileData | undefined,
  _facts: Facts,
  issues: Issues,
): void {
  for (const field of ['start_date', 'end_date'] as const) {
    const day = data[field];
    if (day !== null && !readDate(day)) issues.add(field, 'date');
  }
  if (data.start_date && data.end_date && data.end_date < data.start_date) {
    issues.add('end_date', 'end_date_after_start_date');
  }
  const [from, to] = [data.discount_start_amount, data.discount_end_amount];
  if (from !== null && to !== null && money(to) <= money(from)) {
    issues.add('discount_end_amount', 'end_price_after_start_price');
  }
  if (data.apply_on !== 'all_items' && data[data.apply_on].length === 0) issues.add(data.apply_on, 'required');
  // Transitions: draft → active ⇄ inactive.
  const was = previous?.['status'] ?? 'draft';
  const isBack = data.status === 'draft' ? was !== 'draft' : data.status === 'inactive' && was === 'draft';
  if (isBack) issues.add('status', 'cannot_be_changed');
}
