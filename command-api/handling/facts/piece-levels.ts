/** Where the pieces stand whose serial numbers a command names (domain/batches/pieces.ts). */

import { notesOf } from '../../../domain/batches/batch-notes.ts';
import { pieceKey } from '../../../domain/batches/pieces.ts';
import { undeliveredPrefix } from '../../../domain/deciding/level-marks.ts';
import { batchOf, hasSerials } from '../../../domain/values/batch.ts';
import { type Members, membersOf } from '../../../domain/values/members.ts';
import type { ClaimStore, LevelTotal } from '../../../event-store/port.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';
import type { BatchLevels } from './batch-levels.ts';

/** The non-zero levels of the named pieces, and of those that are sold and not delivered; the others are zero. */
export async function readPieceLevels(
  store: Pick<ClaimStore, 'levels'>,
  loaded: Pick<CommandContext, 'recordsOf'>,
  named: readonly unknown[],
  batches: Pick<BatchLevels, 'noted'> | undefined,
): Promise<readonly LevelTotal[]> {
  const items = [...loaded.recordsOf('item')].filter(({ data }) => hasSerials(data)).map(({ id }) => id);
  if (items.length === 0) return [];
  const keys = new Set([
    ...named.flatMap((value) => keysIn(value, items)),
    ...items.flatMap((item) => correctedKeys(item, batches)),
  ]);
  // The first key with this beginning is the key itself, when its level is not zero.
  const found = await Promise.all([...keys].map(async (key) => [key, await store.levels(key, 1)] as const));
  const sold = await Promise.all(items.map((item) => store.levels(undeliveredPrefix(item))));
  return [...found.flatMap(([key, levels]) => levels.filter((level) => level.key === key)), ...sold.flat()];
}

/** Of the pieces of an item that are called otherwise than they were told: few, and any of them may be named. */
const correctedKeys = (item: number, batches: Pick<BatchLevels, 'noted'> | undefined): string[] =>
  notesOf(batches?.noted.get(item) ?? []).called.flatMap(({ told }) =>
    told.batch_number === null ? [] : [pieceKey(item, told.batch_number), pieceKey(item, `${told.batch_number} `)],
  );

/** A line names its item; a line of a step, which does not, may be of any of the items. */
function keysIn(value: unknown, items: readonly number[]): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => keysIn(part, items));
  if (typeof value !== 'object' || value === null) return [];
  const members: Members = membersOf(value);
  const { item_fk, new_batch_number, serial_number } = members;
  const own = typeof item_fk === 'number' ? items.filter((item) => item === item_fk) : items;
  const other = [new_batch_number, serial_number].map((number) => batchOf({ batch_number: number }).batch_number);
  const numbers = [batchOf(members).batch_number, ...other];
  const named = numbers.flatMap((number) => (number === null ? [] : own.map((item) => pieceKey(item, number))));
  return [...named, ...Object.values(members).flatMap((part) => keysIn(part, own))];
}
