/**
 * Conditions of an append: values that a decision read outside of its own streams. The store checks them in the
 * transaction of the claims, after the claims of all earlier appends, and refuses the batch with ReadsMoved when one
 * has changed; the caller decides again (docs/decisions/0045).
 */
import { createHash } from 'node:crypto';
import type { Claim } from '../domain/deciding/claim.ts';

export type DecisionRead =
  /** The total of a level; '0' when there is none. */
  | { readonly of: 'level'; readonly key: string; readonly total: string }
  /** All non-zero levels under a prefix, by their digest. */
  | { readonly of: 'levels'; readonly prefix: string; readonly digest: string }
  /** The state of a stream: its last revision, or NO_STREAM. */
  | { readonly of: 'stream'; readonly stream: string; readonly revision: number }
  /** The number of records of a kind, including retired ones: no record was added. */
  | { readonly of: 'records'; readonly prefix: string; readonly count: number }
  /** Streams of a kind, read from a read model at a position: none was written afterwards. */
  | { readonly of: 'kind'; readonly prefix: string; readonly position: string }
  /** The books up to the end of a day, read from a read model at a position: nothing was posted up to it afterwards. */
  | { readonly of: 'books'; readonly position: string; readonly to: string };

/**
 * The digest of a store's levels under a prefix, in their order. It also changes when two changes cancel each other
 * out in the sum. `claim.levels_digest` computes the same digest.
 */
export function digestOf(levels: readonly { readonly key: string; readonly total: string }[]): string {
  const text = levels.map(({ key, total }) => `${key}=${total}`).join(';');
  return createHash('md5').update(text).digest('hex');
}

/**
 * The earliest day on which a batch posts, changes a level or takes a number; undefined without such a day. The same rule
 * as migrations/functions/claim.first_day.sql. A journal may change no level, but its days must be open. Days of numbers
 * belong to it because a replay of the log does not distinguish them from other days.
 */
export function firstDayOf(claims: readonly Claim[]): string | undefined {
  const days = claims.flatMap((claim): string[] => {
    if (claim.kind === 'count') return [claim.at.slice(0, 10)];
    return claim.kind === 'level' || claim.kind === 'period' || claim.kind === 'number' ? [claim.day] : [];
  });
  return days.sort()[0];
}
