/** Fields of documents of all areas, with the fields that they fill. */

import { membersOf } from '../../../../domain/values/members.ts';
import { printMoney, readMoney, toMoney } from '../../../../domain/values/money.ts';
import { convert, rate as readRateText } from '../../../../domain/values/rate.ts';
import type {
  ColumnDeclaration,
  EditorDeclaration,
  FieldDeclaration,
  ItemRow,
  NewContext,
  ShownField,
} from '../model/declaration.ts';
import { type Fields, idOf, isDiscount, textOf, type Value } from '../model/draft.ts';
import { unitsOf } from '../model/goods/items.ts';
import { rateOfDay } from '../model/goods/rate-of-day.ts';
import { rateOn, taxPercent } from '../model/reference-data.ts';

type Direction = 'in' | 'out';
/** Or determined by the header, for a document that moves money in either direction. */
type DirectionOf = Direction | ((header: Fields) => Direction);

/** A new day clears the time, which belongs to the earlier day. */
export const dateField: FieldDeclaration<'date'> = {
  field: 'date',
  kind: 'date',
  required: true,
  fills: () => ({ time: null }),
};

/** Nothing is known of money in another currency than that of the document: its account is chosen anew. */
export const NO_MONEY: Fields = { money_in: null, paid_currency_fk: null, paid_rate: null, money_amount: null };

export const paymentTypeField: FieldDeclaration<'payment_type'> = {
  field: 'payment_type',
  kind: 'choice',
  options: ['cash', 'on_account'],
  required: true,
  fills: (chosen): Fields => (chosen === 'cash' ? NO_MONEY : { account_fk: null, ...NO_MONEY }),
};

export const isCash = (header: Fields): boolean => header['payment_type'] !== 'on_account';

/** Accounts of the currency that a document of the outlet can use. */
export const accountField: FieldDeclaration<'account_fk'> = {
  field: 'account_fk',
  kind: 'lookup',
  resource: 'cashes',
  required: true,
  shown: (_header, line) => isCash(line),
  filter: (header, line) => {
    const [currency, outlet] = [idOf(line, 'currency_fk'), idOf(header, 'outlet_fk')];
    return {
      ...(currency === undefined ? NO_FILTER : { 'filter[currency_fk]': String(currency) }),
      ...(outlet === undefined ? NO_FILTER : { outlet_fk: String(outlet) }),
    };
  },
};
export const NO_FILTER: Readonly<Record<string, string>> = {};

export const outletField: FieldDeclaration<'outlet_fk'> = {
  field: 'outlet_fk',
  kind: 'lookup',
  resource: 'outlets',
  required: true,
  fills: () => ({ inventory_fk: null, account_fk: null, paid_account_fk: null, ...NO_MONEY }),
};

const inventoryOf = (outletField: string): Omit<FieldDeclaration, 'field'> => ({
  kind: 'lookup',
  resource: 'inventories',
  required: true,
  filter: (header) => {
    const outlet = idOf(header, outletField);
    return outlet === undefined ? NO_FILTER : { 'filter[outlet_fk]': String(outlet) };
  },
});

export const inventoryField: FieldDeclaration<'inventory_fk'> = { field: 'inventory_fk', ...inventoryOf('outlet_fk') };

/** The receiving outlet, for documents that move goods. The sender needs no access to it. */
export const toOutletField: FieldDeclaration<'to_outlet_fk'> = {
  field: 'to_outlet_fk',
  kind: 'lookup',
  resource: 'outlets',
  list: () => ({ path: 'outlets/receiving' }),
  required: true,
  fills: () => ({ to_inventory_fk: null }),
};
export const toInventoryField: FieldDeclaration<'to_inventory_fk'> = {
  field: 'to_inventory_fk',
  ...inventoryOf('to_outlet_fk'),
  list: () => ({ path: 'inventories/receiving' }),
};

/** Another currency needs another cash account, and the day's rate unless it is the system currency. */
export function currencyFields(direction: DirectionOf): readonly FieldDeclaration<'currency_fk' | 'rate'>[] {
  const directionOf = typeof direction === 'string' ? () => direction : direction;
  return [
    {
      field: 'currency_fk',
      kind: 'lookup',
      resource: 'currencies',
      required: true,
      fills: (row, header) => ({
        account_fk: null,
        paid_account_fk: null,
        ...NO_MONEY,
        ...rateOfDay(directionOf(header), membersOf(row)['currency_id'], header),
      }),
    },
    {
      field: 'rate',
      kind: 'rate',
      label: (header) => `document:rate_${directionOf(header)}`,
      required: true,
      shown: (header) => isForeign(header),
      keeps: directionOf,
      ofDay: (header) => rateOfDay(directionOf(header), header['currency_fk'], header),
      // A typed rate is no longer the rate of the record.
      fills: () => ({ rate_fk: null }),
    },
  ];
}

export const isForeign = (header: Fields): boolean => header['currency_fk'] !== header['system_currency_fk'];

export const referenceField: FieldDeclaration<'reference_number'> = { field: 'reference_number', kind: 'text' };
export const noteField: FieldDeclaration<'note'> = { field: 'note', kind: 'text' };
export const discountField: FieldDeclaration<'discount'> = { field: 'discount', kind: 'discount' };
/** A further discount amount that rounds the total. */
export const roundedDiscountField: FieldDeclaration<'rounded_discount'> = { field: 'rounded_discount', kind: 'amount' };

/** The note of a line; shown when a line has one, or the person chooses the column. */
export const noteColumn: ColumnDeclaration<'note'> = { field: 'note', kind: 'text', optional: true, width: '160px' };

/** The initial fields of a line with a price. */
export const BLANK_PRICED_LINE = {
  item_fk: null,
  quantity: '1',
  unit_fk: null,
  price: null,
  discount: null,
  note: null,
} as const;

/** Hidden header fields that are sent back; the system currency is read and never sent. */
export const CARRIED = ['rate_fk', 'time'] as const;

/** Outlet, day and currency of a new document. */
export function newHeader({ me, today }: NewContext): Fields {
  const system = me.system_currency.currency_id;
  return {
    outlet_fk: me.current_outlet_fk,
    inventory_fk: me.current_inventory_fk,
    date: today,
    time: null,
    currency_fk: system,
    system_currency_fk: system,
    rate_fk: null,
    rate: null,
    payment_type: 'cash',
    account_fk: usualAccount(me),
  };
}

/** The person's default account, if a document of the current outlet in the system currency can use it. */
function usualAccount({ default_account, current_outlet_fk, system_currency }: NewContext['me']): number | null {
  if (default_account?.currency_fk !== system_currency.currency_id) return null;
  const outlet = default_account.outlet_fk ?? null;
  return outlet === null || outlet === current_outlet_fk ? default_account.cash_id : null;
}

/** Only these of the initial fields. */
export const beginsWith = (context: NewContext, ...fields: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(newHeader(context)).filter(([field]) => fields.includes(field)));

/** The unit of a line: of the scanned barcode, otherwise the item's default. */
export function unitOfItem(item: ItemRow, unit: number | undefined) {
  const units = unitsOf(item);
  return (
    units.find((itemUnit) => itemUnit.unit_fk === unit) ?? units.find((itemUnit) => itemUnit.is_default) ?? units[0]
  );
}

/** The initial fields of a line when an item determines only its unit. */
export const lineWithUnit: EditorDeclaration['lineOf'] = (item, _header, scanned) => ({
  unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null,
});

/** A value that the server determined at entry. */
export const foundField = (field: string): ShownField => ({
  field,
  kind: 'amount',
  currencyField: 'system_currency_fk',
  shown: (header) => header[field] !== undefined,
  derived: (header) => header[field] ?? null,
});

export const taxOfItem = (item: ItemRow, header: Fields): string | null => taxPercent(item['tax_fk'], header['date']);

/** The item's price in the document's currency; empty without a rate. */
export function priceIn(item: ItemRow, price: string | undefined, header: Fields): Value {
  const amount = price === undefined ? undefined : readMoney(price);
  if (amount === undefined) return null;
  const from =
    typeof item['price_currency_fk'] === 'number' ? item['price_currency_fk'] : Number(header['system_currency_fk']);
  const to = idOf(header, 'currency_fk') ?? from;
  if (from === to) return typeof price === 'string' ? price : null;
  const rate = textOf(header, 'rate') ?? rateOn(header['date'])?.in;
  if (rate === undefined) return null;
  try {
    return printMoney(toMoney(convert(amount, from, to, readRateText(rate))));
  } catch {
    // An incomplete rate converts nothing.
    return null;
  }
}

/** A value for totals: empty and invalid values count as zero. */
export function amountOf(value: Value | undefined): string {
  return typeof value === 'string' && readMoney(value) !== undefined ? value : '0';
}

export function discountOf(value: Value | undefined) {
  return isDiscount(value) && readMoney(value.value) !== undefined ? value : null;
}
