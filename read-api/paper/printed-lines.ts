/** The rows of a paper's table, keyed by the fields of its columns: names of references, and identifiers of items. */

import { printedBatches } from '../../domain/batches/line-batches.ts';
import { deliveryOfLine } from '../../domain/documents/delivered-goods.ts';
import { type DocumentBody, goodsLinesOf, priceOf, totalsOf } from '../../domain/documents/document-amounts.ts';
import type { PaperLine } from '../../domain/paper/paper.schema.ts';
import type { PaperColumn } from '../../domain/paper/paper.ts';
import { printedQuantity } from '../../domain/paper/printed-quantity.ts';
import { warrantyOfLine } from '../../domain/sales/warranty.ts';
import type { BatchQuantity } from '../../domain/values/batch.ts';
import { partsInUnits } from '../../domain/values/in-units.ts';
import { type Members, membersOf, objectsOf, textsOf } from '../../domain/values/members.ts';
import { printMoney, subtract, ZERO } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { systemCurrency } from '../books/known-at.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Fields } from '../database/tables.ts';
import { fetchNames, type Row } from '../lists/names.ts';
import { nameFieldOf } from '../lists/references.ts';
import type { AccountName } from './account-names.ts';
import type { NumberOf } from './referred-numbers.ts';

interface Printed {
  readonly rows: readonly Row[];
  readonly columns: readonly PaperColumn[];
  readonly data: DocumentBody;
  /** The whole answer that the rows are of. */
  readonly shown: Members;
  readonly numberOf: NumberOf;
  readonly accountName: AccountName;
}

const plain = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
};

export async function printedLines(snapshot: Snapshot, printed: Printed): Promise<PaperLine[]> {
  const { rows, columns } = printed;
  const items = await itemsOf(snapshot, rows);
  const currencies = await priceCurrencies(snapshot, columns, items);
  const unitName = await unitNames(snapshot, items);
  const amounts = lineAmounts(printed.data);
  const hasFree = columns.some(({ field }) => field === 'bonus_quantity');
  return rows.map((row, index) => {
    const item = typeof row['item_fk'] === 'number' ? items.get(row['item_fk']) : undefined;
    const own: Readonly<Record<string, string | null | undefined>> = {
      item_code: plain(item?.['item_code']),
      price_currency_fk: currencies.get(Number(row['item_fk'])),
      barcode: item ? barcodeOf(item, row['unit_fk']) : undefined,
      ...batchesText(printed.shown, row, item, unitName),
      warranty_until: warrantyOfLine(printed.shown['date'], row['warranty_months']),
      line_total: amounts[index]?.total,
      // What came back has its share of the discounts of the document that it is of.
      discount: discountOf(row['discount']) ?? amounts[index]?.discount,
      price: printed.data['billed_lines'] ? priceOf(printed.data, row['line_id']) : undefined,
      quantity: hasFree ? undefined : printedQuantity(plain(row['quantity']), plain(row['bonus_quantity'])),
      ...(columns.some(({ field }) => field === 'left_quantity') ? deliveryOfLine(printed.data, row) : {}),
      account: printed.accountName(row['account']),
      party: plain(row['customer_name']) ?? plain(row['supplier_name']) ?? plain(row['user_name']),
    };
    return Object.fromEntries(
      columns.map(({ field }) => [field, own[field] ?? fieldValue(row, field, printed.numberOf)]),
    );
  });
}

/**
 * Pieces have a column of their own, because their numbers are serial numbers. Several batches have their quantities in the
 * units of the item, because the line may have another unit than the base unit.
 */
function batchesText(
  shown: Members,
  row: Row,
  item: Fields | undefined,
  unitName: (unit: unknown) => string | null,
): Record<'batches' | 'serials', string | null> {
  // Of a count, those that were not there are moved, with nothing counted.
  const batches = printedBatches(shown, row).filter(({ quantity: count }) => quantity(count) > 0n);
  if (batches.length === 0) return { batches: null, serials: null };
  const ofPieces = (item?.['serial_numbers'] ?? 'none') !== 'none';
  if (ofPieces) return { batches: null, serials: JSON.stringify(batches) };
  const units = objectsOf(item?.['item_units']).map(({ unit_fk, base_unit_qty }) => ({
    unit_fk,
    base_unit_qty: String(base_unit_qty),
  }));
  const inUnits = (batch: BatchQuantity) =>
    partsInUnits(quantity(batch.quantity), units).map(({ unit, quantity: count }) => ({
      quantity: count,
      unit_name: unitName(unit.unit_fk),
    }));
  const printed = batches.length === 1 ? batches : batches.map((batch) => ({ ...batch, in_units: inUnits(batch) }));
  return { batches: JSON.stringify(printed), serials: null };
}

async function unitNames(
  snapshot: Snapshot,
  items: ReadonlyMap<number, Fields>,
): Promise<(unit: unknown) => string | null> {
  const units = [...items.values()].flatMap((item) => objectsOf(item['item_units']));
  const nameOf = await fetchNames(
    snapshot,
    units.map(({ unit_fk }) => `unit-${String(unit_fk)}`),
  );
  return (unit) => nameOf('unit', unit);
}

function fieldValue(row: Row, field: string, numberOf: NumberOf): string | null {
  if (!field.endsWith('_fk')) return plain(row[field]);
  return plain(row[nameFieldOf(field)]) ?? numberOf(field, row[field]);
}

/** `5%`, or the amount. */
function discountOf(discount: unknown): string | null {
  const { type, value } = membersOf(discount);
  if (typeof value !== 'string') return plain(discount);
  return type === 'percent' ? `${value}%` : value;
}

/** The total as on screens: after the discount of the line, before the discount of the document. */
function lineAmounts(data: DocumentBody): readonly { readonly total: string; readonly discount: string | null }[] {
  if (goodsLinesOf(data).length === 0) return [];
  return totalsOf(data).lines.map(({ gross, itemDiscount }) => ({
    total: printMoney(subtract(gross, itemDiscount)),
    discount: itemDiscount === ZERO ? null : printMoney(itemDiscount),
  }));
}

async function itemsOf(snapshot: Snapshot, rows: readonly Row[]): Promise<ReadonlyMap<number, Fields>> {
  const wanted = [...new Set(rows.flatMap(({ item_fk }) => (typeof item_fk === 'number' ? [item_fk] : [])))];
  if (wanted.length === 0) return new Map();
  const found = await snapshot
    .selectFrom('read.record')
    .select(['id', 'data'])
    .where('kind', '=', 'item')
    .where('id', 'in', wanted)
    .execute();
  return new Map(found.map(({ id, data }) => [id, data]));
}

/** The names of the currencies in which items are priced; empty for a paper without that column. */
async function priceCurrencies(
  snapshot: Snapshot,
  columns: Printed['columns'],
  items: ReadonlyMap<number, Fields>,
): Promise<ReadonlyMap<number, string | null>> {
  if (!columns.some(({ field }) => field === 'price_currency_fk')) return new Map();
  const system = await systemCurrency(snapshot);
  const priced = [...items].map(([id, item]) => ({ id, currency: item['price_currency_fk'] ?? system }));
  const nameOf = await fetchNames(
    snapshot,
    priced.map(({ currency }) => `currency-${String(currency)}`),
  );
  return new Map(priced.map(({ id, currency }) => [id, nameOf('currency', currency)]));
}

/** The first barcode of the line's unit. */
function barcodeOf(item: Fields, unit: unknown): string | null {
  const units = objectsOf(item['item_units']);
  const own = units.find(({ unit_fk }) => unit_fk === unit);
  return textsOf(own?.['barcodes'])[0] ?? null;
}
