/** The default price of a line for the customer of a document. */

import type { Facts } from '../deciding/facts.ts';
import { systemCurrency, unitOf } from '../documents/document-rules.ts';
import type { CustomerData } from '../parties/customer.record.ts';
import { categoryPath } from '../records/category-path.ts';
import { type Money, money, printMoney } from '../values/money.ts';
import { convert, IQD, readRate, USD } from '../values/rate.ts';
import type { ItemData } from './item.schema.ts';
import { convertedPrice, listedPrice, type PricingList } from './listed-price.ts';
import type { PricingProfileData } from './pricing-profile.record.ts';

export interface Buyer {
  readonly customer_fk?: number | null;
  /** Day of the document. */
  readonly date: string;
  readonly currency_fk: number;
  readonly rate?: string | null;
}

/** The facts that the calculation reads. */
export type PriceFacts = Pick<Facts, 'record' | 'rateOn'>;

interface Priced {
  readonly item_fk: number;
  readonly unit_fk: number;
}

/** In the document's currency; undefined when the price is unknown or cannot be converted. */
export function customerPrice(priced: Priced, buyer: Buyer, facts: PriceFacts): string | undefined {
  return priceOnList(priced, buyer, pricingList(buyer, facts), facts);
}

/** The price from a given price list, independent of the customer; without a list, the price of the unit. */
export function priceOnList(
  { item_fk, unit_fk }: Priced,
  buyer: Omit<Buyer, 'customer_fk'>,
  list: PricingList | undefined,
  facts: PriceFacts,
): string | undefined {
  const item = facts.record<ItemData>('item', item_fk)?.data;
  if (!item) return undefined;
  const own = item.sub_category_fk ?? item.category_fk;
  const categories = own ? categoryPath(facts, own) : [];
  const price = listedPrice({ ...item, id: item_fk, categories }, unit_fk, list, buyer.date);
  if (price === undefined) return undefined;
  const converted = inCurrencyOf(buyer, money(price), item, facts);
  if (converted === undefined) return undefined;
  return printMoney(convertedPrice(money(price), converted, unitOf(buyer.currency_fk, facts)));
}

/**
 * Converts an amount from the currency of an item's prices to the document's: at the document's rate, or at the in
 * rate of the day when the document is in the system currency. Undefined when there is no rate.
 */
export function inCurrencyOf(
  { currency_fk: to, rate, date }: Buyer,
  amount: Money,
  { price_currency_fk }: Pick<ItemData, 'price_currency_fk'>,
  facts: PriceFacts,
): Money | undefined {
  const from = price_currency_fk ?? systemCurrency(facts);
  if (from === to) return amount;
  const at = readRate(rate ?? facts.rateOn?.(date)?.in_rate ?? '');
  return at && hasRates(from) && hasRates(to) ? convert(amount, from, to, at) : undefined;
}

/** There are rates between dinar and dollar only. */
const hasRates = (currency: number): boolean => currency === IQD || currency === USD;

function pricingList({ customer_fk }: Buyer, facts: PriceFacts): PricingList | undefined {
  const named = customer_fk && facts.record<CustomerData>('customer', customer_fk)?.data.pricing_profile_fk;
  const list = named ? facts.record<PricingProfileData>('pricing_profile', named) : undefined;
  return list?.active ? { ...list.data, id: list.id } : undefined;
}
