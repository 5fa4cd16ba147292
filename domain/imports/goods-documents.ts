/** Converts lines of goods to bodies of documents, and maps fields of these bodies back to cells. */
import type { ItemPricingInput } from '../catalogue/item-pricing.schema.ts';
import type { OpeningBalanceInput } from '../ledger/opening-balance.schema.ts';
import { FIRST_YEAR } from '../organisation/first-year.ts';
import { extend, money, printMoney, sum, toMoney } from '../values/money.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { ReadLine } from './import-format.ts';

/** Maximum price changes per document: each amends its item, and the size of one append is limited. */
export const PRICES_OF_A_DOCUMENT_MAX = 200;

/** Maximum lines of one opening balance of a file: an append is at most 1 MiB. */
export const LINES_OF_AN_OPENING_MAX = 2_000;

export interface OpeningPlace {
  readonly outlet: number;
  readonly inventory: number;
  /** The contra account of the goods; undefined leaves it for the person who completes the draft. */
  readonly against: 'capital' | 'retained-earnings' | undefined;
}

/** Bonus goods are received at no cost: the value is that of the paid quantity. */
export function openingBody(
  lines: readonly ReadLine[],
  { outlet, inventory, against }: OpeningPlace,
): OpeningBalanceInput {
  const worthOf = ({ value, price, quantity: held }: ReadLine) =>
    value === undefined ? extend(money(price), quantity(held)) : money(value);
  const total = sum(lines.map(worthOf));
  return {
    outlet_fk: outlet,
    financial_year_fk: FIRST_YEAR,
    stock: lines.map((line) => ({
      inventory_fk: inventory,
      item_fk: line.item_fk,
      unit_fk: line.unit_fk,
      quantity: printQuantity(toQuantity(quantity(line.quantity) + quantity(line.bonus_quantity ?? '0'))),
      value: printMoney(worthOf(line)),
      ...(line.batch_number === null ? {} : { batch_number: line.batch_number }),
      ...(line.expire_date === null ? {} : { expire_date: line.expire_date }),
      ...(line.note === null ? {} : { note: line.note }),
    })),
    ...(against && total > 0n ? { accounts: [{ account: against, amount: printMoney(toMoney(-total)) }] } : {}),
  };
}

export function pricingBody(lines: readonly ReadLine[], date: string, list: number | null): ItemPricingInput {
  return {
    date,
    pricing_profile_fk: list,
    lines: lines.map(({ item_fk, unit_fk, price }) => ({ item_fk, unit_fk, new_price: price })),
    status: 'active',
  };
}

const COLUMNS: Readonly<Record<string, string>> = {
  item_fk: 'item',
  unit_fk: 'unit',
  quantity: 'unit_quantity',
  value: 'unit_price',
  new_price: 'new_price',
  batch_number: 'batch_number',
  expire_date: 'expire_date',
  note: 'item_description',
  // Columns that apply to all rows.
  inventory_fk: 'inventory',
  outlet_fk: 'inventory',
  pricing_profile_fk: 'pricing_list',
  date: 'date',
};

/** `stock.3.quantity` belongs to the fourth line; a field without a line applies to all of them. */
export function placeOf(field: string): { readonly line: number | undefined; readonly column: string | null } {
  const [name = '', place, inner] = field.split('.');
  if (inner === undefined || inner === 'inventory_fk')
    return { line: undefined, column: COLUMNS[inner ?? name] ?? null };
  return { line: Number(place), column: COLUMNS[inner] ?? null };
}
