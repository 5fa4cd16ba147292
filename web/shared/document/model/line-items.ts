/** Puts items into lines: chosen, typed, pasted or scanned, without blocking further input. */

import { printQuantity, QUANTITY_ONE } from '../../../../domain/kernel/quantity.ts';
import { say } from '../../language/language.ts';
import { notifyError, notifyProblem } from '../../notify/notify.ts';
import type { ColumnDeclaration, EditorDeclaration, ItemRow } from './declaration.ts';
import { type Fields, isEmpty, isUnread, type Place, sameValue, type Unread, type Value, valueAt } from './draft.ts';
import type { EditingStore } from './editing-store.ts';
import { findItem, knownItem, loadItem } from './items.ts';
import { rememberRow } from './known-names.ts';
import { awaited } from './on-the-way.ts';
import { unread } from './reading.ts';
import { batchesOfScan, findScanned, listedBatch, namedByLine, raiseOfBatch } from './scanned-line.ts';

type LinePlace = Extract<Place, { readonly key: number }>;
type LineOf = Pick<LinePlace, 'table' | 'key'>;

/** The mark of a text that is being searched. */
const LOOKING = unread('', 'looking').problem;

const isLooking = (value: Value | undefined): value is Unread =>
  isUnread(value) && value.problem === LOOKING && value.unread !== '';

const fieldsAt = ({ state }: EditingStore, { table, key }: LineOf): Fields =>
  state.draft[table].find((line) => line.key === key)?.fields ?? {};

interface Target {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
}

const BATCH_FIELDS = ['batches', 'batch_number', 'expire_date'];

/** The batches of a line, empty: they are those of its item. */
const withoutBatches = ({ columns }: EditorDeclaration): Fields =>
  Object.fromEntries(columns.flatMap(({ field }) => (BATCH_FIELDS.includes(field) ? [[field, null]] : [])));

/** The fields that an item fills, and its batches, empty: those of the item before do not belong to another one. */
export const emptied = (declaration: EditorDeclaration, header: Fields): Fields => ({
  ...withoutBatches(declaration),
  ...Object.fromEntries(Object.keys(declaration.lineOf({}, header)).map((field) => [field, null])),
});

/** Sets the item of a line; unit, price and tax follow at once, or when its record is loaded. */
export function takeItem({ store, declaration }: Target, at: Place, id: number, unit?: number): void {
  const { header } = store.state.draft;
  const known = knownItem(id);
  if (known) {
    const also = { ...withoutBatches(declaration), ...declaration.lineOf(known, header, unit) };
    store.edit({ do: 'set', at, value: id, also });
    return;
  }
  store.edit({ do: 'set', at, value: id, also: emptied(declaration, header) });
  awaited(
    loadItem(id)
      .then((item) => fill({ store, declaration }, at, item, unit))
      .catch(notifyProblem),
  );
}

/** Fields typed meanwhile keep their values. */
function fill({ store, declaration }: Target, at: Place, item: ItemRow, unit: number | undefined): void {
  const id = Number(item['item_id']);
  if (valueAt(store.state.draft, at) !== id) return;
  const also = declaration.lineOf(item, store.state.draft.header, unit);
  store.edit({ do: 'set', at, value: id, also, keep: true, quiet: true });
}

/** Where the item of a line has no unit yet, its record was not loaded when the line was copied or stored. */
function isUnfilled({ store, declaration }: Target, line: LineOf): boolean {
  const fields = fieldsAt(store, line);
  const names = Object.keys(declaration.lineOf({}, store.state.draft.header));
  const decisive = names.includes('unit_fk') ? ['unit_fk'] : names;
  return decisive.length > 0 && decisive.every((field) => isEmpty(fields[field]));
}

/**
 * Continues the look-ups of a line that was copied from another one, or restored from this device, before their answers
 * arrived.
 */
export function continueLookUp({ store, declaration }: Target, line: LineOf): void {
  const fields = fieldsAt(store, line);
  resolveLine({ store, declaration }, line);
  const at = { ...line, field: 'item_fk' };
  const value = fields['item_fk'];
  if (typeof value !== 'number' || !isUnfilled({ store, declaration }, line)) return;
  awaited(
    loadItem(value)
      .then((item) => fill({ store, declaration }, at, item, undefined))
      .catch(notifyProblem),
  );
}

/** Continues the look-ups of every line of a draft that was restored from this device. */
export function continueLookUps({ store, declaration }: Target): void {
  const { lines, costs } = store.state.draft;
  for (const { key } of costs) resolveLine({ store, declaration }, { table: 'costs', key });
  for (const { key } of lines) {
    continueLookUp({ store, declaration }, { table: 'lines', key });
  }
}

/** Searches a typed item in the background; the text stays in the cell meanwhile. */
export function takeTypedItem({ store, declaration }: Target, at: Place, text: string): void {
  const also = emptied(declaration, store.state.draft.header);
  store.edit({ do: 'set', at, value: unread(text, 'looking'), also });
  awaited(resolveItem({ store, declaration }, at, text));
}

/** Replaces the text in a cell by its item, unless the cell has changed. */
async function resolveItem({ store, declaration }: Target, at: Place, text: string): Promise<void> {
  const settle = (value: Value, also?: Fields) => {
    const now = valueAt(store.state.draft, at);
    if (isUnread(now) && now.unread === text)
      store.edit({ do: 'set', at, value, ...(also ? { also, keep: true } : {}), quiet: true });
  };
  try {
    const found = await findItem(text);
    if (typeof found === 'string') return settle(unread(text, found === 'none' ? 'not_found' : 'several'));
    rememberRow('items', found.item);
    settle(Number(found.item['item_id']), declaration.lineOf(found.item, store.state.draft.header, found.unit));
  } catch (problem) {
    settle(unread(text, 'not_found'));
    notifyProblem(problem);
  }
}

/** Searches what was pasted into the cells of a line. What they fill replaces nothing that is in `given`. */
export function resolveLine(target: Target, line: LineOf, given: Fields = fieldsAt(target.store, line)): void {
  awaited(resolveCells(target, line, given));
}

/** One after the other: a unit is one of the item's, and a cash account one of the currency's. */
async function resolveCells({ store, declaration }: Target, line: LineOf, given: Fields): Promise<void> {
  const item = { ...line, field: 'item_fk' };
  const text = valueAt(store.state.draft, item);
  if (isLooking(text)) await resolveItem({ store, declaration }, item, text.unread);
  const columns = line.table === 'lines' ? declaration.columns : (declaration.costs ?? []);
  for (const column of columns) await resolveCell(store, line, column, given);
}

function told(problem: unknown): undefined {
  notifyProblem(problem);
}

/** Loaded with the first cell that is looked up: lists that open editors do not need it. */
const findInList: typeof import('./found-cells.ts').findCell = async (...asked) =>
  (await import('./found-cells.ts')).findCell(...asked);

async function resolveCell(store: EditingStore, line: LineOf, column: ColumnDeclaration, given: Fields) {
  const before = fieldsAt(store, line);
  const text = before[column.field];
  if (!isLooking(text)) return;
  const found = await findInList(column, text.unread, store.state.draft.header, before).catch(told);
  const now = fieldsAt(store, line);
  if (!sameValue(now[column.field], text)) return;
  const fills = found ? (column.fills?.(found.chosen, store.state.draft.header, now) ?? {}) : {};
  const isFree = (field: string) => isEmpty(given[field]) && sameValue(now[field], before[field]);
  const also = Object.fromEntries(Object.entries(fills).filter(([field]) => isFree(field)));
  const value = found?.value ?? unread(text.unread, 'not_found');
  store.edit({ do: 'set', at: { ...line, field: column.field }, value, also, quiet: true });
}

const SAME_LINE = ['item_fk', 'unit_fk'];

/** A scan anywhere in the editor: adds one to the item's line, or a new line. Saving waits for it. */
export function scanItem(target: Target, code: string): void {
  awaited(addScanned(target, code));
}

async function addScanned({ store, declaration }: Target, code: string): Promise<void> {
  try {
    const scan = await findScanned(code);
    if (!scan) {
      notifyError(say('document:scan_not_found', { code }));
      return;
    }
    const { found, count } = scan;
    rememberRow('items', found.item);
    const target = { store, declaration };
    const named = namedByLine(target, scan);
    const batch = await listedBatch(target, scan);
    const line = declaration.lineOf(found.item, store.state.draft.header, found.unit);
    const own = { ...declaration.blankLine, ...line, item_fk: Number(found.item['item_id']), ...named };
    const item = count === QUANTITY_ONE ? own : { ...own, quantity: printQuantity(count) };
    if (batch && raiseOfBatch(target, scan, item, batch)) return;
    const also = batch ? batchesOfScan(scan, item, batch) : undefined;
    const sameBy = [...SAME_LINE, ...Object.keys(named ?? also ?? {})];
    store.edit({ do: 'scan', item: { ...item, ...also }, sameBy, count });
  } catch (problem) {
    notifyProblem(problem);
  }
}
