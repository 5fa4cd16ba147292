/**
 * The batches of the parts inside of kits (docs/decisions/0143). Assembling puts batches of parts into the kits of a
 * collection; taking kits apart takes them out again, first expired first, unless a person names others. They are levels,
 * over all inventories, because kits are moved between these.
 */
import type { LevelClaim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import { type BatchQuantity, batchCode, batchOfCode, byExpiry, movedBatches } from '../values/batch.ts';
import { validDate } from '../values/effective-date.ts';
import type { Members } from '../values/members.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { BatchNames } from './batch-names.ts';

/** Of a conversion, what its claims read. */
interface Converted {
  readonly collection_fk: number;
  readonly conversion_type: 'item_to_collection' | 'collection_to_item';
  readonly lines: readonly { readonly line_id: number; readonly role: 'input' | 'output'; readonly item_fk: number }[];
  readonly is_counted_inside?: true;
}

/** The prefix of all that is inside of any kit. */
export const INSIDE = 'inside:';

/** `inside:7:` is the prefix of all that is inside of the kits of collection 7. */
export const insidePrefix = (collection: unknown): string => `${INSIDE}${collection}:`;

/** `inside:7:11:` is that of item 11 in them; a whole key is `inside:7:11:2027-01-31:B7`. */
const partPrefix = (collection: unknown, item: number): string => `${insidePrefix(collection)}${item}:`;

/** What a conversion puts in, or takes out, by batch; empty for one from before its batches were counted so. */
export function insideClaims(conversion: Converted | undefined, sign: 1n | -1n): LevelClaim[] {
  if (!conversion?.is_counted_inside) return [];
  const { collection_fk, conversion_type, lines } = conversion;
  const role = conversion_type === 'item_to_collection' ? 'input' : 'output';
  const direction = role === 'input' ? sign : -sign;
  const parts = new Map(lines.filter((line) => line.role === role).map((line) => [line.line_id, line.item_fk]));
  return movedBatches(conversion).flatMap(({ move_line_id, quantity: moved, ...batch }): LevelClaim[] => {
    const item = parts.get(move_line_id % BONUS_LINE);
    if (item === undefined) return [];
    return [
      {
        kind: 'level',
        key: `${partPrefix(collection_fk, item)}${batchCode(batch)}`,
        day: ANY_DAY,
        delta: printQuantity(toQuantity(direction * quantity(moved))),
        field: 'lines',
        message: 'protected',
      },
    ];
  });
}

const ANY_DAY = validDate('1900-01-01');

/** True of a conversion whose kits come apart: their parts come out of them with the batches that they are of. */
export const takesKitsApart = (data: Members): boolean => data['conversion_type'] === 'collection_to_item';

/** Of the levels below the prefix of a collection, what is inside of an item, as it was told. */
export function toldInside(
  collection: number,
  item: number,
  levels: readonly { readonly key: string; readonly total: string }[],
): BatchQuantity[] {
  const prefix = partPrefix(collection, item);
  return levels
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ key, total }) => ({ ...batchOfCode(key.slice(prefix.length)), quantity: total }));
}

/** The batches of an item inside of the kits that a conversion takes apart, by their names, first expired first. */
export function insideOf(data: Members, item: number, facts: Facts): readonly BatchQuantity[] {
  if (!takesKitsApart(data)) return [];
  const collection = Number(data['collection_fk']);
  const keys = facts.levelKeys?.(partPrefix(collection, item)) ?? [];
  const levels = keys.map((key) => ({ key, total: facts.level(key) }));
  return new BatchNames(facts)
    .byName(item, toldInside(collection, item, levels))
    .filter((batch) => quantity(batch.quantity) > 0n)
    .toSorted(byExpiry);
}
