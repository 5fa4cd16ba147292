/** Rows for setting sale prices: unit cost, present price, desired profit, and new price. */

import { priceFrom, profitOf, unitCost, type Wish } from '../../domain/pricing/sale-price-finding.ts';
import { itemCosts } from '../../domain/purchasing/costs/item-costs.ts';
import { type Money, money, printMoney, readMoney, ZERO } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { convert, rate } from '../../domain/values/rate.ts';
import type { ItemRow } from '../shared/document/model/declaration.ts';
import { unitsOf } from '../shared/document/model/goods/items.ts';
import type { ReadPurchase } from './read-purchase.ts';

export interface PriceRow {
  /** `5:2` is unit 2 of item 5. */
  readonly key: string;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_name: string;
  /** In the currency of the item's prices; undefined without a rate to convert it. */
  readonly cost: Money | undefined;
  readonly price: string;
  /** Step of the price's currency; undefined in the system currency, whose prices are rounded to the step of the page. */
  readonly step: Money | undefined;
}

/** The typed value of a row; of the three fields the last one determines the others. */
export interface TypedPrice {
  readonly field: 'desired_profit' | 'profit_rate' | 'sale_price';
  readonly text: string;
}

export function priceRows(
  purchase: ReadPurchase,
  items: ReadonlyMap<number, ItemRow>,
  outRate: string | undefined,
  stepOf: (currency: number) => Money,
): PriceRow[] {
  const system = purchase.system_currency_fk;
  return [...itemCosts(purchase, purchase)].flatMap(([item_fk, cost]) => {
    const item = items.get(item_fk);
    const currency = typeof item?.['price_currency_fk'] === 'number' ? item['price_currency_fk'] : system;
    return unitsOf(item).map((unit): PriceRow => {
      const own = unitCost(cost, quantity(unit.base_unit_qty));
      const at = purchase.rate ?? outRate;
      const known = own !== undefined && (currency === system || at !== undefined);
      return {
        key: `${item_fk}:${unit.unit_fk}`,
        item_fk,
        unit_fk: unit.unit_fk,
        unit_name: unit.unit_name ?? '',
        cost: known ? convert(own, system, currency, at === undefined ? undefined : rate(at)) : undefined,
        price: unit.sale_price,
        step: currency === system ? undefined : stepOf(currency),
      };
    });
  });
}

export interface ShownPrice {
  readonly desired_profit: string;
  readonly profit_rate: string;
  /** Empty while the typed text is not an amount. */
  readonly sale_price: string;
}

/** The row for display: from its typed value, otherwise from the common profit rate, otherwise its present price. */
export function shownPrice(row: PriceRow, typed: TypedPrice | undefined, rateOfAll: string, step: string): ShownPrice {
  const round = row.step ?? readMoney(step) ?? ZERO;
  const wished = typed ?? (rateOfAll === '' ? undefined : ({ field: 'profit_rate', text: rateOfAll } as const));
  if (!wished) return { ...profits(row, row.price), sale_price: row.price };
  const amount = readMoney(wished.text);
  if (wished.field === 'sale_price') return { ...profits(row, wished.text), sale_price: wished.text };
  if (amount === undefined || row.cost === undefined) {
    return { desired_profit: '', profit_rate: '', sale_price: '', [wished.field]: wished.text };
  }
  const wish: Wish = wished.field === 'desired_profit' ? { profit: amount } : { rate: amount };
  const sale_price = printMoney(priceFrom(row.cost, wish, round));
  return { ...profits(row, sale_price), sale_price, [wished.field]: wished.text };
}

function profits({ cost }: PriceRow, price: string): Omit<ShownPrice, 'sale_price'> {
  const amount = readMoney(price);
  if (cost === undefined || amount === undefined) return { desired_profit: '', profit_rate: '' };
  const { profit, rate: of } = profitOf(cost, amount);
  return { desired_profit: printMoney(profit), profit_rate: of === undefined ? '' : printMoney(of) };
}

/** Whether the row changes the price. */
export function isChanged(row: PriceRow, shown: ShownPrice): boolean {
  const price = readMoney(shown.sale_price);
  return price !== undefined && price !== money(row.price);
}

/** Invalid and negative prices are not sent, nor a price of zero that nobody typed, for goods with a cost. */
export function isWrong(row: PriceRow, shown: ShownPrice, typed: TypedPrice | undefined): boolean {
  const price = readMoney(shown.sale_price) ?? -1n;
  if (price !== 0n) return price < 0n;
  return typed?.field !== 'sale_price' && isChanged(row, shown) && (row.cost ?? ZERO) > 0n;
}
