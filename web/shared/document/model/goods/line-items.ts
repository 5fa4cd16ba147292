/** Puts items into lines: chosen, typed, pasted or scanned, without blocking further input. */

import { printQuantity, QUANTITY_ONE } from '../../../../../domain/values/quantity.ts';
import { say } from '../../../language/language.ts';
import { notifyError, notifyProblem } from '../../../notify/notify.ts';
import { askedList } from '../asked-list.ts';
import type { ColumnDeclaration, EditorDeclaration, ItemRow } from '../declaration.ts';
import {
  type Draft,
  type Fields,
  isEmpty,
  isUnread,
  type LinePlace,
  type Place,
  sameValue,
  type Unread,
  type Value,
  valueAt,
} from '../draft.ts';
import { set } from '../editing.ts';
import type { EditingStore } from '../editing-store.ts';
import { rememberRow } from '../known-names.ts';
import { awaited } from '../on-the-way.ts';
import { isLooking, unread } from '../reading.ts';
import { hasPieces } from './batches.ts';
import { pieceBooksOf, pieceGoodsOf } from './counted-pieces.ts';
import { type Entry, type FoundItem, findItem, knownItem, loadItem, unitsOf } from './items.ts';
import { addPiece, hasNumber, itemThatTakes, namesPieces } from './pieces.ts';
import { knownForLine, loadForLine, ofItsDay } from './records-of-day.ts';
import { batchesOfScan, type FoundScan, findScanned, listedBatch, namedByLine, raiseOfBatch } from './scanned-line.ts';
import { countPiece, type PieceGoods } from './standing-pieces.ts';

type LineOf = Pick<LinePlace, 'table' | 'key'>;

const fieldsIn = (draft: Draft, { table, key }: LineOf): Fields =>
  draft[table].find((line) => line.key === key)?.fields ?? {};

const fieldsAt = ({ state }: EditingStore, line: LineOf): Fields => fieldsIn(state.draft, line);

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
  const known = knownForLine(header, id);
  if (known) {
    const also = { ...withoutBatches(declaration), ...declaration.lineOf(known, header, unit) };
    store.edit({ do: 'set', at, value: id, also });
    return;
  }
  store.edit({ do: 'set', at, value: id, also: emptied(declaration, header) });
  awaited(
    loadForLine(declaration, header, id)
      .then((item) => fill({ store, declaration }, at, item, unit))
      .catch(notifyProblem),
  );
}

/** Fields typed meanwhile keep their values. */
function fill({ store, declaration }: Target, at: Place, item: ItemRow, unit: number | undefined): void {
  const id = Number(item['item_id']);
  const settled = (draft: Draft): Draft => {
    if (valueAt(draft, at) !== id) return draft;
    return set(draft, { at, value: id, also: declaration.lineOf(item, draft.header, unit), keep: true });
  };
  store.edit({ do: 'settle', settled });
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
    loadForLine(declaration, store.state.draft.header, value)
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

/**
 * The cell was left before its list came: it takes what the list would have offered first. The text stays in the cell
 * meanwhile.
 */
export function takeTyped(target: Target, at: LinePlace, text: string): void {
  const { store, declaration } = target;
  const also = at.field === 'item_fk' ? emptied(declaration, store.state.draft.header) : {};
  const waiting = unread(text, 'looking');
  store.edit({ do: 'set', at, value: waiting, also });
  awaited(at.field === 'item_fk' ? resolveItem(target, at, text, 'typed') : resolveTyped(target, at, waiting));
}

/** A unit is one of the line's item, which may still be searched itself. */
async function resolveTyped(target: Target, at: LinePlace, text: Unread): Promise<void> {
  const { store, declaration } = target;
  const item = { ...at, field: 'item_fk' };
  const typedAt = fieldsAt(store, at);
  const searched = typedAt['item_fk'];
  if (isLooking(searched)) await resolveItem(target, item, searched.unread, 'typed');
  const { draft } = store.state;
  const id = valueAt(draft, item);
  const known = typeof id === 'number' ? knownItem(id, draft.header['date']) : undefined;
  const ofItem = known ? declaration.lineOf(known, draft.header) : {};
  // What a person typed meanwhile stays; what the item has filled in does not.
  const isFree = (field: string, now: Fields) =>
    sameValue(now[field], typedAt[field]) || sameValue(now[field], ofItem[field]);
  const column = columnsOf(declaration, at.table).find(({ field }) => field === at.field);
  if (column) await resolveCell(target, at, column, { text, entry: 'typed', isFree });
}

const columnsOf = ({ columns, costs = [] }: EditorDeclaration, table: LinePlace['table']) =>
  table === 'lines' ? columns : costs;

/** Replaces the text in a cell by its item, unless the cell has changed. */
async function resolveItem({ store, declaration }: Target, at: LinePlace, text: string, entry: Entry): Promise<void> {
  const settle = (value: Value, found?: FoundItem) => {
    const settled = (draft: Draft): Draft => {
      const now = valueAt(draft, at);
      if (!isUnread(now) || now.unread !== text) return draft;
      const also = found && declaration.lineOf(found.item, draft.header, found.unit);
      return set(draft, { at, value, ...(also ? { also, keep: true } : {}) });
    };
    store.edit({ do: 'settle', settled });
  };
  try {
    const column = columnsOf(declaration, at.table).find(({ field }) => field === at.field);
    const { header } = store.state.draft;
    const { extra } = column ? askedList(declaration, column, header, fieldsAt(store, at)) : { extra: {} };
    const found = await findItem(text, entry, extra);
    if (typeof found === 'string')
      return settle(text === '' ? null : unread(text, found === 'none' ? 'not_found' : 'several'));
    rememberRow('items', found.item);
    settle(Number(found.item['item_id']), await ofItsDay(declaration, header, found));
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
  if (isLooking(text)) await resolveItem({ store, declaration }, item, text.unread, 'pasted');
  for (const column of columnsOf(declaration, line.table)) {
    const before = fieldsAt(store, line);
    const text = before[column.field];
    const isFree = (field: string, now: Fields) => isEmpty(given[field]) && sameValue(now[field], before[field]);
    if (isLooking(text)) await resolveCell({ store, declaration }, line, column, { text, entry: 'pasted', isFree });
  }
}

function told(problem: unknown): undefined {
  notifyProblem(problem);
}

/** Loaded with the first cell that is looked up: lists that open editors do not need it. */
const findInList: typeof import('../found-cells.ts').findCell = async (...asked) =>
  (await import('../found-cells.ts')).findCell(...asked);

interface SearchedCell {
  readonly text: Unread;
  readonly entry: Entry;
  /** Whether a field may be filled with what was found. */
  readonly isFree: (field: string, now: Fields) => boolean;
}

async function resolveCell(
  { store, declaration }: Target,
  { table, key }: LineOf,
  column: ColumnDeclaration,
  { text, entry, isFree }: SearchedCell,
) {
  const line = { table, key };
  const asked = { declaration, column, header: store.state.draft.header, line: fieldsAt(store, line) };
  const found = await findInList(asked, text.unread, entry).catch(told);
  const value = found?.value ?? (text.unread === '' ? null : unread(text.unread, 'not_found'));
  const settled = (draft: Draft): Draft => {
    const now = fieldsIn(draft, line);
    if (!sameValue(now[column.field], text)) return draft;
    const fills = found ? (column.fills?.(found.chosen, draft.header, now) ?? {}) : {};
    const also = Object.fromEntries(Object.entries(fills).filter(([field]) => isFree(field, now)));
    return set(draft, { at: { ...line, field: column.field }, value, also });
  };
  store.edit({ do: 'settle', settled });
}

const SAME_LINE = ['item_fk', 'unit_fk'];

/** The last scan of each editor. */
const lastScans = new WeakMap<EditingStore, Promise<void>>();

/**
 * A scan anywhere in the editor: adds one to the item's line, or a new line. Saving waits for it. Codes are looked up at once
 * and taken in their order, because the number of a piece belongs to the goods that were scanned before it.
 */
export function scanItem(target: Target, code: string): void {
  const found = findScanned(code);
  // A failure is told when its turn comes.
  found.catch(() => undefined);
  const taken = (lastScans.get(target.store) ?? Promise.resolve()).then(() => addScanned(target, code, found));
  lastScans.set(target.store, taken);
  awaited(taken);
}

/** Whether the code is the serial number of a piece, which a line of its item takes. */
async function takesPiece(target: Target, code: string, scan: FoundScan | undefined): Promise<boolean> {
  if (!namesPieces(target)) return false;
  const number = scan ? scan.goods.serial : code.trim();
  const books = pieceBooksOf(target);
  if (books && number !== undefined && (!scan || hasPieces({ item_fk: Number(scan.found.item['item_id']) }))) {
    const counting = { ...books, count: (item: PieceGoods, counted: string) => addCounted(target, item, counted) };
    return countPiece(counting, number, scan && pieceGoodsOf(scan.found.item));
  }
  const item = scan ? Number(scan.found.item['item_id']) : itemThatTakes(target, code);
  if (item === undefined || number === undefined || !hasPieces({ item_fk: item })) return false;
  if (!hasNumber(target, item, number)) return addPiece(target, item, number);
  notifyError(say('document:pieces.twice', { number }));
  return true;
}

/** A counted piece is one more of a line of its item, or the first one of a new line. */
async function addCounted(target: Target, { item_fk }: PieceGoods, number: string): Promise<void> {
  const item = await loadItem(item_fk);
  if (addPiece(target, item_fk, number)) return;
  const unit = unitsOf(item).find(({ is_base }) => is_base)?.unit_fk;
  await addLine(target, { found: { item, unit }, goods: { serial: number }, count: QUANTITY_ONE });
}

/** Never throws. */
async function addScanned(target: Target, code: string, found: Promise<FoundScan | undefined>): Promise<void> {
  try {
    const scan = await found;
    if (await takesPiece(target, code, scan)) return;
    if (scan) await addLine(target, scan);
    else notifyError(say('document:scan_not_found', { code }));
  } catch (problem) {
    notifyProblem(problem);
  }
}

async function addLine(target: Target, scanned: FoundScan): Promise<void> {
  const { store, declaration } = target;
  const found = await ofItsDay(declaration, store.state.draft.header, scanned.found);
  const scan = { ...scanned, found };
  rememberRow('items', found.item);
  const named = namedByLine(target, scan);
  // A line that brings its batch in names it itself, beside the list of pieces.
  const batch = named ? undefined : await listedBatch(target, scan);
  const line = declaration.lineOf(found.item, store.state.draft.header, found.unit);
  const own = { ...declaration.blankLine, ...line, item_fk: Number(found.item['item_id']), ...named };
  const item = 'quantity' in declaration.blankLine ? { ...own, quantity: printQuantity(scan.count) } : own;
  if (batch && raiseOfBatch(target, scan, item, batch)) return;
  const also = batch ? batchesOfScan(scan, item, batch) : undefined;
  const sameBy = [...SAME_LINE, ...Object.keys(named ?? also ?? {})];
  store.edit({ do: 'scan', item: { ...item, ...also }, sameBy, count: scan.count, blank: declaration.blankLine });
}
