/** The data of items that a pricing needs: units, prices, and the average cost of a unit. */

import { divideRounded } from '../../domain/kernel/fixed-point.ts';
import { objectsOf } from '../../domain/kernel/members.ts';
import { money, printMoney, readMoney, roundTo, toMoney } from '../../domain/kernel/money.ts';
import { QUANTITY_ONE, readQuantity } from '../../domain/kernel/quantity.ts';
import { get } from '../shared/api/client.ts';
import type { ListPage, Row } from '../shared/api/list.ts';
import { unitsOf } from '../shared/document/model/items.ts';

/** The server's largest page. */
const PAGE = 200;

/** Every item of the filter, with the fields of look-ups: `{ 'filter[brand_fk]': 3 }`. */
export async function fetchPricedItems(filter: Readonly<Record<string, string | number>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await get<ListPage>('items/list', { query: { ...filter, per_page: PAGE, page } });
    rows.push(...data.data);
    if (page >= data.last_page) return rows;
  }
}

export async function fetchItemsOf(ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const found = new Map<number, Row>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE).join(',');
    for (const row of await fetchPricedItems({ 'filter[item_id]': some })) found.set(Number(row['item_id']), row);
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

const HUNDREDTH = money('0.01');

/** Null without the permission, and for items that were never bought. */
export function unitCost(item: Row, unit: unknown): string | null {
  const average = readMoney(String(item['average_cost'] ?? ''));
  const size = readQuantity(unitsOf(item).find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty ?? '');
  if (average === undefined || size === undefined) return null;
  // Rounded, because the average of a unit with many pieces is inexact in the last decimals.
  return printMoney(roundTo(toMoney(divideRounded(average * size, QUANTITY_ONE)), HUNDREDTH));
}
