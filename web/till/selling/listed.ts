/** The listed price of a line, and its reason. */

import { customerPrice } from '../../../domain/catalogue/customer-price.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { money } from '../../../domain/values/money.ts';
import type { CartLine } from './cart.ts';
import type { Terms } from './goods.ts';

/** Amounts are decimal texts: `own` is the item's price in its own currency. */
export type PriceReason =
  | { readonly kind: 'typed'; readonly listed: string | undefined }
  | { readonly kind: 'item' }
  | { readonly kind: 'list'; readonly list: string; readonly own: string }
  | { readonly kind: 'rate'; readonly own: string; readonly currency_fk: number; readonly rate: string }
  | { readonly kind: 'promised'; readonly promotion: string }
  | { readonly kind: 'unknown' };

export interface LinePrice {
  /** `0` when unknown; then the reason is `unknown` and the receipt cannot be paid. */
  readonly price: string;
  readonly reason: PriceReason;
}

export function priceOf(line: CartLine, customer: number | null, terms: Terms): LinePrice {
  const { facts, day, currency_fk } = terms;
  const asked = { item_fk: line.item.id, unit_fk: line.unit_fk };
  const listed = customerPrice(asked, { customer_fk: customer, date: day, currency_fk }, facts);
  if (line.price !== null) return { price: line.price, reason: { kind: 'typed', listed } };
  if (listed === undefined) return { price: '0', reason: { kind: 'unknown' } };
  return { price: listed, reason: reasonOf(line, customer, terms, listed) };
}

function reasonOf({ item, unit_fk }: CartLine, customer: number | null, terms: Terms, listed: string): PriceReason {
  const { facts, day, currency_fk } = terms;
  const own = item.item_units.find((unit) => unit.unit_fk === unit_fk)?.sale_price ?? '0';
  const [from, at] = [item.price_currency_fk ?? currency_fk, facts.rateOn?.(day)?.in_rate];
  const walkIn = customerPrice({ item_fk: item.id, unit_fk }, { customer_fk: null, date: day, currency_fk }, facts);
  const list = listName(customer, facts);
  if (list !== undefined && walkIn !== undefined && money(walkIn) !== money(listed)) return { kind: 'list', list, own };
  return from === currency_fk || at === undefined
    ? { kind: 'item' }
    : { kind: 'rate', own, currency_fk: from, rate: at };
}

function listName(customer: number | null, facts: Facts): string | undefined {
  const named = customer && facts.record<{ pricing_profile_fk?: number | null }>('customer', customer)?.data;
  const list = named ? named.pricing_profile_fk : undefined;
  return list ? facts.record<{ profile_name: string }>('pricing_profile', list)?.data.profile_name : undefined;
}
