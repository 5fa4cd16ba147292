/**
 * Conditions of an append: what a decision read outside of its own streams, as it was when it was read. The store
 * checks them in the transaction of the claims, after those of all earlier appends, and refuses the batch with
 * ReadsMoved when one no longer holds; the caller decides again (docs/decisions/0045).
 */
import { createHash } from 'node:crypto';
import type { Claim } from '../domain/kernel/claim.ts';

export type DecisionRead =
  /** The total of a level; '0' when there is none. */
  | { readonly of: 'level'; readonly key: string; readonly total: string }
  /** All levels under a prefix that are not zero: their digest. */
  | { readonly of: 'levels'; readonly prefix: string; readonly digest: string }
  /** The state of a stream: its last revision, NO_STREAM when it has none. */
  | { readonly of: 'stream'; readonly stream: string; readonly revision: number }
  /** How many records of a kind there are, retired ones included: no record was added. */
  | { readonly of: 'records'; readonly prefix: string; readonly count: number }
  /** Streams of a kind, as a read model had them at a position: none was written after it. */
  | { readonly of: 'kind'; readonly prefix: string; readonly position: string }
  /** Levels up to the end of a day, as a read model had them at a position: none was changed after it. */
  | { readonly of: 'books'; readonly position: string; readonly to: string };

/**
 * Of the levels that a store gives for a prefix, in their order. Two changes that cancel each other out in the sum
 * change it all the same. `claim.levels_digest` works out the same text.
 */
export function digestOf(levels: readonly { readonly key: string; readonly total: string }[]): string {
  const text = levels.map(({ key, total }) => `${key}=${total}`).join(';');
  return createHash('md5').update(text).digest('hex');
}

/** The earliest day on which a batch changes a level; undefined when it changes none. */
export function firstDayOf(claims: readonly Claim[]): string | undefined {
  const days = claims.flatMap((claim): string[] => {
    if (claim.kind === 'level') return [claim.day];
    return claim.kind === 'count' ? [claim.at.slice(0, 10)] : [];
  });
  return days.sort()[0];
}
