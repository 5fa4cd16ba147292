/**
 * The listed price of an item for a customer: the price of the unit, or the price in the customer's pricing list. The
 * editor of a sale and the server call the same function.
 */
import { type Money, money, percentOf, printMoney, roundTo, subtract } from '../values/money.ts';
import type { ItemData } from './item.schema.ts';
import type { PricingProfileData } from './pricing-profile.record.ts';

export interface PricedItem extends Pick<ItemData, 'item_units' | 'item_prices' | 'brand_fk'> {
  readonly id: number;
  /** The category of the item and its ancestors. */
  readonly categories: readonly number[];
}

export interface PricingList extends Omit<PricingProfileData, 'profile_name' | 'note'> {
  readonly id: number;
}

/** Returns undefined when the item has no such unit. `on` is the day of the sale. */
export function listedPrice(
  item: PricedItem,
  unit: number,
  list: PricingList | undefined,
  on: string,
): string | undefined {
  const own = item.item_units.find((itemUnit) => itemUnit.unit_fk === unit)?.sale_price;
  if (own === undefined || !list || !counts(list, on)) return own;
  const listed = item.item_prices?.find(
    (itemPrice) => itemPrice.unit_fk === unit && itemPrice.pricing_profile_fk === list.id,
  );
  if (listed) return listed.sale_price;
  const price = money(own);
  if (list.discount_percentage === null || !isAmong(item, list) || !isBetween(price, list)) return own;
  return printMoney(subtract(price, percentOf(price, money(list.discount_percentage))));
}

/**
 * The price in the document's currency, in multiples of its smallest unit (decisions/0069). Only a conversion is
 * rounded, and a price below the smallest unit is not rounded to zero.
 */
export function convertedPrice(price: Money, converted: Money, unit: Money): Money {
  const rounded = converted === price ? converted : roundTo(converted, unit);
  return rounded === 0n ? converted : rounded;
}

const counts = ({ status, start_date, end_date }: PricingList, on: string): boolean =>
  status === 'active' && (start_date === null || start_date <= on) && (end_date === null || on <= end_date);

function isAmong(item: PricedItem, { apply_on, categories, brands, items }: PricingList): boolean {
  if (apply_on === 'categories') return item.categories.some((category) => categories.includes(category));
  if (apply_on === 'brands') return typeof item.brand_fk === 'number' && brands.includes(item.brand_fk);
  return apply_on === 'all_items' || items.includes(item.id);
}

function isBetween(price: Money, { discount_start_amount: from, discount_end_amount: to }: PricingList): boolean {
  return (from === null || price >= money(from)) && (to === null || price <= money(to));
}
