/** The line of an item that was scanned: with the batch that a GS1 code names, where the document has one. */

import { scannedBatch } from '../../../../../domain/batches/scanned-batch.ts';
import type { CodeContent } from '../../../../../domain/catalogue/gs1.ts';
import { type Batch, isSameBatch, serialsIn } from '../../../../../domain/values/batch.ts';
import {
  inBaseUnits,
  printQuantity,
  type Quantity,
  quantity,
  readQuantity,
  toQuantity,
} from '../../../../../domain/values/quantity.ts';
import { type Reads, read } from '../../../api/read.ts';
import type { EditorDeclaration } from '../declaration.ts';
import type { Fields, Line } from '../draft.ts';
import type { EditingStore } from '../editing-store.ts';
import { packBatches, unpackBatches } from './batches.ts';
import { type FoundItem, loadItem, unitsOf } from './items.ts';

interface Target {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
}

/** What a code says of the goods, as the server reads it. */
type ScannedGoods = Pick<CodeContent, 'batch' | 'expires' | 'serial'>;

export interface FoundScan {
  readonly found: FoundItem;
  readonly goods: ScannedGoods;
  /** In the unit that was found. */
  readonly count: Quantity;
}

type ScannedAnswer = NonNullable<Reads['items/scanned']>;

/** The server reads the code, because it knows the formats of the scales; undefined for an unknown one. */
export async function askScanned(code: string): Promise<ScannedAnswer | undefined> {
  return (await read('items/scanned', { query: { code } })) ?? undefined;
}

export async function findScanned(code: string): Promise<FoundScan | undefined> {
  const scanned = await askScanned(code);
  if (!scanned) return undefined;
  const { item_fk, unit_fk, quantity: count, batch_number, expire_date, serial_number } = scanned;
  return {
    found: { item: await loadItem(item_fk), unit: unit_fk ?? undefined },
    goods: {
      ...(batch_number && { batch: batch_number }),
      ...(expire_date && { expires: expire_date }),
      ...(serial_number && { serial: serial_number }),
    },
    count: quantity(count),
  };
}

const has = ({ columns }: EditorDeclaration, field: string): boolean =>
  columns.some((column) => column.field === field);

/** The base units of one scan. */
const baseOf = ({ found: { item }, count }: FoundScan, unit: unknown): bigint => {
  const factor = unitsOf(item).find(({ unit_fk }) => unit_fk === unit)?.base_unit_qty;
  return inBaseUnits(count, quantity(factor ?? '1'));
};

/** Fields of the batch for a line that brings one in; undefined where the code or the document has none. */
export function namedByLine({ declaration }: Target, { found: { item }, goods }: FoundScan): Fields | undefined {
  const isOfPieces = goods.serial !== undefined && tracked(item).serial_numbers !== undefined;
  const batch = has(declaration, 'expire_date') && !isOfPieces ? scannedBatch(goods, tracked(item), []) : undefined;
  if (!batch) return undefined;
  const { batch_number, expire_date } = batch;
  return has(declaration, 'batch_number') ? { batch_number, expire_date } : { expire_date };
}

/** The batch of a document whose lines list them, as the stock of its inventory calls it. */
export async function listedBatch(
  { store, declaration }: Target,
  { found: { item }, goods }: FoundScan,
): Promise<Batch | undefined> {
  const says = [goods.batch, goods.expires, goods.serial].some((part) => part !== undefined);
  if (!says || !has(declaration, 'batches')) return undefined;
  const { inventory_fk } = store.state.draft.header;
  const query = { inventory_fk: Number(inventory_fk) };
  const onHand = inventory_fk
    ? await read('items/:id/batches', { params: { id: String(item['item_id']) }, query })
    : [];
  return scannedBatch(goods, tracked(item), onHand);
}

const tracked = (item: FoundItem['item']) => ({
  has_batch_number: item['has_batch_number'] === true,
  has_expire: item['has_expire'] === true,
  ...serialsIn(item),
});

/** The line that is of this batch alone gets more of it; false where there is none. */
export function raiseOfBatch({ store }: Target, scan: FoundScan, line: Fields, batch: Batch): boolean {
  const same = store.state.draft.lines.find(
    ({ fields }) =>
      fields['item_fk'] === line['item_fk'] && fields['unit_fk'] === line['unit_fk'] && isOf(fields, batch),
  );
  if (!same) return false;
  const text = same.fields['quantity'];
  const count = (typeof text === 'string' ? readQuantity(text) : undefined) ?? 0n;
  store.edit({
    do: 'set',
    at: placeOfQuantity(same),
    value: printQuantity(toQuantity(count + scan.count)),
    also: { batches: packed(batch, toQuantity(sumOf(same.fields) + baseOf(scan, line['unit_fk']))) },
  });
  return true;
}

/** The batch fields of a new line. */
export const batchesOfScan = (scan: FoundScan, line: Fields, batch: Batch): Fields => ({
  batches: packed(batch, baseOf(scan, line['unit_fk'])),
});

const placeOfQuantity = ({ key }: Line) => ({ table: 'lines', key, field: 'quantity' }) as const;

const isOf = (fields: Fields, batch: Batch): boolean => {
  const named = unpackBatches(fields['batches']);
  return named.length === 1 && named.every((part) => isSameBatch(part, batch));
};

const sumOf = (fields: Fields): bigint =>
  unpackBatches(fields['batches']).reduce((sum, part) => sum + quantity(part.quantity), 0n);

const packed = ({ batch_number, expire_date }: Batch, count: bigint) =>
  packBatches([{ batch_number, expire_date, quantity: printQuantity(toQuantity(count)) }]);
