/** The objects that block a reversal or a deletion: `details` of its refusal. */

import { ApiError } from './error.ts';
import { fits } from './wire.ts';

export interface Blocker {
  readonly kind: string;
  readonly id: number;
  /** Number of a document, or name of a record. */
  readonly number: string | null;
  readonly date: string | null;
  /** Below the API: `sales/12`. */
  readonly route: string;
}

export interface Blockers {
  readonly blockers: readonly Blocker[];
  /** Includes those that are not named. */
  readonly blocker_count: number;
}

/** Undefined when the refusal names none. */
export function blockersIn(problem: unknown): Blockers | undefined {
  if (!(problem instanceof ApiError)) return undefined;
  return fits<Blockers>(problem.details, { blockers: 'list', blocker_count: 'number' }) ? problem.details : undefined;
}
