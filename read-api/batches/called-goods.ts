/**
 * The answers of documents with the names that its batches have now. What a person typed in a line, and what moved, stay in
 * the events as they were told: the history shows them (docs/decisions/0141).
 */

import type { BatchNames } from '../../domain/batches/batch-names.ts';
import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import { batchOf, isNamed } from '../../domain/values/batch.ts';
import { isObject, type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { Row } from '../lists/names.ts';
import { batchNames } from './called-batches.ts';

/** The members of a document that are lists of its lines. */
const LINES = ['lines', 'stock', 'items', 'entries'] as const;

export async function withCalledBatches(reader: Reader | Snapshot, documents: readonly Row[]): Promise<readonly Row[]> {
  const items = documents.map(itemsIn);
  const names = await batchNames(reader, [...new Set(items.flatMap((own) => [...own.values()]))]);
  return names
    ? documents.map((document, index) => membersOf(called(document, items[index] ?? new Map(), names)))
    : documents;
}

/** The items of the lines, by the numbers of the lines. */
function itemsIn(document: Members): ReadonlyMap<unknown, number> {
  const lines = LINES.flatMap((name) => objectsOf(document[name]));
  return new Map(lines.flatMap(({ line_id, item_fk }) => (typeof item_fk === 'number' ? [[line_id, item_fk]] : [])));
}

function called(value: unknown, items: ReadonlyMap<unknown, number>, names: BatchNames, item?: number): unknown {
  if (Array.isArray(value)) return value.map((each) => called(each, items, names, item));
  if (!isObject(value)) return value;
  const { move_line_id, line_id, item_fk } = value;
  const isMoved = typeof move_line_id === 'number';
  const own = typeof item_fk === 'number' ? item_fk : items.get(isMoved ? move_line_id % BONUS_LINE : line_id);
  const of = own ?? item;
  const inside = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, called(each, items, names, of)]));
  const batch = batchOf(value);
  if (of === undefined || !isNamed(batch)) return inside;
  const name = isMoved ? names.called(of, batch) : names.formerly(of, batch);
  return name ? { ...membersOf(inside), ...name } : inside;
}
