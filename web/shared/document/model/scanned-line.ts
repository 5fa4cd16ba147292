/** The line of an item that was scanned: with the batch that a GS1 code names, where the document has one. */
import { codesOfScan, readGs1, type ScannedGoods } from '../../../../domain/catalogue/gs1.ts';
import {
  inBaseUnits,
  printQuantity,
  QUANTITY_ONE,
  quantity,
  readQuantity,
  toQuantity,
} from '../../../../domain/kernel/quantity.ts';
import { type Batch, type BatchQuantity, isSameBatch } from '../../../../domain/stock/batch.ts';
import { scannedBatch } from '../../../../domain/stock/scanned-batch.ts';
import { get } from '../../api/client.ts';
import { packBatches, unpackBatches } from './batches.ts';
import type { EditorDeclaration } from './declaration.ts';
import type { Fields, Line } from './draft.ts';
import type { EditingStore } from './editing-store.ts';
import { type FoundItem, findItem, type Search, unitsOf } from './items.ts';

interface Target {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
}

export interface FoundScan {
  readonly goods: ScannedGoods | undefined;
  readonly found: Search;
}

/** By the product of a GS1 code, with and without its leading zeros; else by the whole code. */
export async function findScanned(code: string): Promise<FoundScan> {
  const goods = readGs1(code);
  for (const each of codesOfScan(code)) {
    const found = await findItem(each, true);
    if (found !== 'none') return { goods, found };
  }
  return { goods, found: 'none' };
}

const has = ({ columns }: EditorDeclaration, field: string): boolean =>
  columns.some((column) => column.field === field);

/** The base units of one scan. */
const oneOf = ({ item }: FoundItem, unit: unknown): bigint => {
  const factor = unitsOf(item).find(({ unit_fk }) => unit_fk === unit)?.base_unit_qty;
  return inBaseUnits(QUANTITY_ONE, quantity(factor ?? '1'));
};

/** Fields of the batch for a line that brings one in; undefined where the code or the document has none. */
export function namedByLine(
  { declaration }: Target,
  { item }: FoundItem,
  goods: ScannedGoods | undefined,
): Fields | undefined {
  const batch = goods && has(declaration, 'expire_date') ? scannedBatch(goods, tracked(item), []) : undefined;
  if (!batch) return undefined;
  const { batch_number, expire_date } = batch;
  return has(declaration, 'batch_number') ? { batch_number, expire_date } : { expire_date };
}

/** The batch of a document whose lines list them, as the stock of its inventory calls it. */
export async function listedBatch(
  { store, declaration }: Target,
  { item }: FoundItem,
  goods: ScannedGoods | undefined,
): Promise<Batch | undefined> {
  if (!goods || !has(declaration, 'batches')) return undefined;
  const { inventory_fk } = store.state.draft.header;
  const query = { inventory_fk: Number(inventory_fk) };
  const onHand = inventory_fk
    ? (await get<readonly BatchQuantity[]>(`items/${item['item_id']}/batches`, { query })).data
    : [];
  return scannedBatch(goods, tracked(item), onHand);
}

const tracked = ({ has_batch_number, has_expire }: FoundItem['item']) => ({
  has_batch_number: has_batch_number === true,
  has_expire: has_expire === true,
});

/** The line that is of this batch alone gets one more of it; false where there is none. */
export function raiseOfBatch({ store }: Target, found: FoundItem, line: Fields, batch: Batch): boolean {
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
    value: printQuantity(toQuantity(count + QUANTITY_ONE)),
    also: { batches: packed(batch, toQuantity(sumOf(same.fields) + oneOf(found, line['unit_fk']))) },
  });
  return true;
}

/** The batch fields of a new line with the quantity one. */
export const batchesOfOne = (found: FoundItem, line: Fields, batch: Batch): Fields => ({
  batches: packed(batch, oneOf(found, line['unit_fk'])),
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
