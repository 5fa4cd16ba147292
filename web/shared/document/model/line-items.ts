/** Puts items into lines: chosen, typed, pasted or scanned, without blocking further input. */

import { say } from '../../language/language.ts';
import { notifyError, notifyProblem } from '../../notify/notify.ts';
import type { EditorDeclaration, ItemRow } from './declaration.ts';
import { type Fields, isEmpty, isUnread, type Place, type Value, valueAt } from './draft.ts';
import type { EditingStore } from './editing-store.ts';
import { findItem, knownItem, loadItem } from './items.ts';
import { rememberRow } from './known-names.ts';
import { awaited } from './on-the-way.ts';
import { unread } from './reading.ts';
import { batchesOfOne, findScanned, listedBatch, namedByLine, raiseOfBatch } from './scanned-line.ts';

type LinePlace = Extract<Place, { readonly key: number }>;

/** The mark of a text that is being searched. */
const LOOKING = unread('', 'looking').problem;

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
function isUnfilled({ store, declaration }: Target, { table, key }: LinePlace): boolean {
  const { header, ...tables } = store.state.draft;
  const fields = tables[table].find((line) => line.key === key)?.fields ?? {};
  const names = Object.keys(declaration.lineOf({}, header));
  const decisive = names.includes('unit_fk') ? ['unit_fk'] : names;
  return decisive.length > 0 && decisive.every((field) => isEmpty(fields[field]));
}

/**
 * Continues the look-up of a line that was copied from another one, or restored from this device, before its answer
 * arrived.
 */
export function continueLookUp({ store, declaration }: Target, at: LinePlace): void {
  const value = valueAt(store.state.draft, at);
  if (isUnread(value)) {
    if (value.unread !== '' && value.problem === LOOKING) resolveItem({ store, declaration }, at, value.unread);
    return;
  }
  if (typeof value !== 'number' || !isUnfilled({ store, declaration }, at)) return;
  awaited(
    loadItem(value)
      .then((item) => fill({ store, declaration }, at, item, undefined))
      .catch(notifyProblem),
  );
}

/** Continues the look-ups of every line of a draft that was restored from this device. */
export function continueLookUps({ store, declaration }: Target): void {
  for (const { key } of store.state.draft.lines) {
    continueLookUp({ store, declaration }, { table: 'lines', key, field: 'item_fk' });
  }
}

/** Searches a typed item in the background; the text stays in the cell meanwhile. */
export function takeTypedItem({ store, declaration }: Target, at: Place, text: string): void {
  const also = emptied(declaration, store.state.draft.header);
  store.edit({ do: 'set', at, value: unread(text, 'looking'), also });
  resolveItem({ store, declaration }, at, text);
}

/** Replaces the text in a cell by its item, unless the cell has changed. */
export function resolveItem({ store, declaration }: Target, at: Place, text: string): void {
  const settle = (value: Value, also?: Fields) => {
    const now = valueAt(store.state.draft, at);
    if (isUnread(now) && now.unread === text)
      store.edit({ do: 'set', at, value, ...(also ? { also, keep: true } : {}), quiet: true });
  };
  awaited(
    findItem(text)
      .then((found) => {
        if (typeof found === 'string') {
          settle(unread(text, found === 'none' ? 'not_found' : 'several'));
          return;
        }
        rememberRow('items', found.item);
        settle(Number(found.item['item_id']), declaration.lineOf(found.item, store.state.draft.header, found.unit));
      })
      .catch((problem) => {
        settle(unread(text, 'not_found'));
        notifyProblem(problem);
      }),
  );
}

const SAME_LINE = ['item_fk', 'unit_fk'];

/** A scan anywhere in the editor: adds one to the item's line, or a new line. Saving waits for it. */
export function scanItem(target: Target, code: string): void {
  awaited(addScanned(target, code));
}

async function addScanned({ store, declaration }: Target, code: string): Promise<void> {
  try {
    const { found, goods } = await findScanned(code);
    if (typeof found === 'string') {
      notifyError(say('document:scan_not_found', { code }));
      return;
    }
    rememberRow('items', found.item);
    const target = { store, declaration };
    const named = namedByLine(target, found, goods);
    const batch = await listedBatch(target, found, goods);
    const line = declaration.lineOf(found.item, store.state.draft.header, found.unit);
    const item = { ...declaration.blankLine, ...line, item_fk: Number(found.item['item_id']), ...named };
    if (batch && raiseOfBatch(target, found, item, batch)) return;
    const also = batch ? batchesOfOne(found, item, batch) : undefined;
    const sameBy = [...SAME_LINE, ...Object.keys(named ?? also ?? {})];
    store.edit({ do: 'scan', item: { ...item, ...also }, sameBy });
  } catch (problem) {
    notifyProblem(problem);
  }
}
