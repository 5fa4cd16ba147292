/** The data of items that a pricing needs: units, prices, and the average cost of a unit; and the rule for new prices. */

import { newPrice, type PriceRule } from '../../domain/catalogue/new-price.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { type Money, money, printMoney, readMoney, roundTo, toMoney } from '../../domain/values/money.ts';
import { QUANTITY_ONE, readQuantity } from '../../domain/values/quantity.ts';
import { convert, rate } from '../../domain/values/rate.ts';
import type { Row } from '../shared/api/list.ts';
import { read } from '../shared/api/read.ts';
import { type Fields, textOf } from '../shared/document/model/draft.ts';
import { unitsOf } from '../shared/document/model/goods/items.ts';

/** The server's largest page. */
const PAGE = 200;

/** Every item of the filter, with the fields of look-ups: `{ 'filter[brand_fk]': 3 }`. */
export async function fetchPricedItems(filter: Readonly<Record<string, string | number>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read('items/list', { query: { ...filter, per_page: PAGE, page } });
    rows.push(...found.data);
    if (page >= found.last_page) return rows;
  }
}

/** The named items, inactive ones too. */
export async function fetchItemsOf(ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const found = new Map<number, Row>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE).join(',');
    for (const row of await fetchPricedItems({ 'filter[item_id]': some, show_all: 1 }))
      found.set(Number(row['item_id']), row);
  }
  return found;
}

/** The present price: in the pricing list if one is chosen; null when the list has none. */
export function presentPrice(item: Row, unit: unknown, profile: unknown): string | null {
  if (typeof profile !== 'number')
    return unitsOf(item).find((itemUnit) => itemUnit.unit_fk === unit)?.sale_price ?? null;
  const prices = objectsOf(item['item_prices']);
  const listed = prices.find((price) => price['unit_fk'] === unit && price['pricing_profile_fk'] === profile);
  return listed ? String(listed['sale_price']) : null;
}

const CENT = '0.01';

/** What converts a cost to the currency of a price. */
export interface DayRate {
  readonly system: number;
  /** The in rate of the document's day, at which sales convert prices; undefined without one. */
  readonly inRate: string | undefined;
}

/** What rounds a new price. */
export interface PriceSteps {
  readonly system: number;
  /** The step of a currency, as decimal text. */
  readonly stepOf: (currency: number) => string;
}

const priceCurrency = (item: Row, system: number): number =>
  typeof item['price_currency_fk'] === 'number' ? item['price_currency_fk'] : system;

/**
 * In the currency of the item's prices. Null without the permission, for items that were never bought, and without a
 * rate to convert it.
 */
export function unitCost(item: Row, unit: unknown, day: DayRate): string | null {
  const average = readMoney(String(item['average_cost'] ?? ''));
  const size = readQuantity(unitsOf(item).find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty ?? '');
  if (average === undefined || size === undefined) return null;
  const cost = toMoney(divideRounded(average * size, QUANTITY_ONE));
  const converted = inCurrency(priceCurrency(item, day.system), cost, day);
  // Rounded, because the average of a unit with many pieces is inexact in the last decimals.
  return converted === undefined ? null : printMoney(roundTo(converted, money(CENT)));
}

function inCurrency(currency: number, cost: Money, { system, inRate }: DayRate): Money | undefined {
  if (currency === system) return cost;
  if (inRate === undefined) return undefined;
  try {
    return convert(cost, system, currency, rate(inRate));
  } catch {
    // There are rates of dinar and dollar only.
    return undefined;
  }
}

/** The price that a change begins with: the present one, or that of the item where the pricing list has none. */
export const priceBefore = (item: Row, unit: unknown, profile: unknown): string | null =>
  presentPrice(item, unit, profile) ?? presentPrice(item, unit, null);

/** The new price of a line by the rule of the document; empty when the rule gives none. */
export function ruled(header: Fields, line: Fields, item: Row, { system, stepOf }: PriceSteps): Fields {
  const currency = priceCurrency(item, system);
  const rule: PriceRule = {
    method: header['price_method'] as PriceRule['method'],
    value: textOf(header, 'method_value') ?? '',
    // The step of the document is one of the system currency.
    round_to: currency === system ? (textOf(header, 'round_to') ?? '') : stepOf(currency),
  };
  const present = priceBefore(item, line['unit_fk'], header['pricing_profile_fk']);
  const found = present === null ? undefined : newPrice(rule, present, readMoney(textOf(line, 'unit_cost') ?? ''));
  return found === undefined ? {} : { new_price: found };
}
