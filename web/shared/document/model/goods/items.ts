/** Finds items for the editor: by id, typed text, or scanned barcode. */

import { type CodedGoods, findByCode } from '../../../../../domain/catalogue/scanned-code.ts';
import type { Row } from '../../../api/list.ts';
import { bestMatch, fetchLookup, type LookupExtra, onlyMatch } from '../../../api/lookup.ts';
import { queryClient } from '../../../api/query.ts';
import { read } from '../../../api/read.ts';
import { nameFieldsOf } from '../../../api/resources.ts';
import { listThatFits } from '../../../api/wire.ts';
import type { ItemRow } from '../declaration.ts';
import type { Value } from '../draft.ts';
import { ofDay, pastDay } from '../past-day.ts';

export interface ItemUnit {
  readonly unit_fk: number;
  readonly unit_name?: string | null;
  readonly base_unit_qty: string;
  readonly is_base: boolean;
  readonly is_default: boolean;
  readonly sale_price: string;
  readonly barcodes: readonly string[];
}

const NAMES = nameFieldsOf('items');
const FRESH_MS = 60_000;

export const itemQuery = (id: number) => ({
  queryKey: ['items', 'record', id],
  queryFn: (): Promise<ItemRow> => read('items/:id', { params: { id } }),
  staleTime: FRESH_MS,
  meta: { quiet: true },
});

const itemOfDayQuery = (id: number, day: string) => ({
  ...itemQuery(id),
  queryKey: ['items', 'record', id, day],
  queryFn: (): Promise<ItemRow> => read('items/:id', { params: { id }, ...ofDay(day) }),
});

/** For a document of the day. */
export function itemQueryOn(id: number, day: Value | undefined) {
  const past = pastDay(day);
  return past === undefined ? itemQuery(id) : itemOfDayQuery(id, past);
}

/**
 * The cached record, synchronously; undefined when it is not loaded. For a document of an earlier day as it was on that
 * day.
 */
export function knownItem(id: number, day?: Value): ItemRow | undefined {
  const past = day === undefined ? undefined : pastDay(day);
  return queryClient.getQueryData<ItemRow>(['items', 'record', id, ...(past === undefined ? [] : [past])]);
}

/** The same, or the present record until that of the day has come. */
export const knownItemOn = (id: number, day: Value | undefined): ItemRow | undefined =>
  knownItem(id, day) ?? knownItem(id);

/** Loads the present record too, which says how goods are kept. */
export async function loadItem(id: number, day?: Value): Promise<ItemRow> {
  const past = day === undefined ? undefined : pastDay(day);
  const present = queryClient.fetchQuery(itemQuery(id));
  if (past === undefined) return present;
  const [item] = await Promise.all([queryClient.fetchQuery(itemOfDayQuery(id, past)), present]);
  return item;
}

export function unitsOf(item: ItemRow | undefined): readonly ItemUnit[] {
  const units = item?.['item_units'];
  return listThatFits<ItemUnit>(units, {});
}

/** The units of the day of a document, or others until they have come. */
export function unitsOn<Unit>(
  id: number,
  day: Value | undefined,
  otherwise: readonly Unit[],
): readonly (Unit | ItemUnit)[] {
  const units = unitsOf(knownItemOn(id, day));
  return units.length > 0 ? units : otherwise;
}

export interface FoundItem {
  readonly item: ItemRow;
  /** The unit of the barcode; undefined for a code of the item. */
  readonly unit: number | undefined;
}

export type Search = 'none' | 'several' | FoundItem;

/** How a text came into a cell: it was typed, and Enter takes the best of the list; or it was pasted, and names one alone. */
export type Entry = 'typed' | 'pasted';

/** The item of a text: by a barcode of one of its units, by its code, by its name, or the only or best search result. */
export async function findItem(text: string, entry: Entry = 'pasted', extra: LookupExtra = {}): Promise<Search> {
  const rows = await fetchLookup('items', text, extra);
  const coded = text === '' ? undefined : findByCode(text, [], rows, codedItem);
  if (coded) return found(coded.goods, coded.unit_fk);
  if (rows.length === 0) return 'none';
  const row = entry === 'typed' ? bestMatch(rows, text, NAMES) : onlyMatch(rows, text, NAMES);
  return row ? found(row, undefined) : 'several';
}

/** The unit of an item in whose row a typed text is a barcode; undefined for every other text. */
export const unitOfCode = (row: Row, typed: string): number | undefined =>
  findByCode(typed, [], [row], codedItem)?.unit_fk ?? undefined;

/** The item among these that a code names, and the unit of its barcode. */
export function findAmong(rows: readonly ItemRow[], code: string) {
  const found = findByCode(code, [], rows, codedItem);
  const unit = found && unitsOf(found.goods).find(({ unit_fk }) => unit_fk === found.unit_fk);
  return found
    ? {
        item: Number(found.goods['item_id']),
        unit: unit && { unit_fk: unit.unit_fk, unit_factor: unit.base_unit_qty },
      }
    : undefined;
}

const codedItem = (row: Row): CodedGoods => {
  const { item_code } = row;
  const units = unitsOf(row).map(({ barcodes = [], ...unit }) => ({ ...unit, barcodes }));
  return { item_code: typeof item_code === 'string' ? item_code : null, units };
};

async function found(row: Row | undefined, unit: number | undefined): Promise<FoundItem> {
  return { item: await loadItem(Number(row?.['item_id'])), unit };
}
