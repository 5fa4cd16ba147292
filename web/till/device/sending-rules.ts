/** The rules of sending: batch size, pauses after failures, and the state shown to people. */
import type { ChainedEntry } from '../../../domain/till/device-entry.ts';
import type { ApiError } from '../../shared/api/error.ts';
import type { SendingReason } from './database-schema.ts';

export interface Attempt {
  /** Undefined when the entries were answered. */
  readonly problem?: ApiError;
}

export const ENTRIES_AT_ONCE = 100;
/** Characters of a batch: a request body may have two million bytes, and a character up to three. */
const CHARACTERS_AT_ONCE = 500_000;

/** The first pending entries of one enrolment, in the order of its chain. `waiting` is in the order of creation. */
export function batchOf(waiting: readonly ChainedEntry[]): readonly ChainedEntry[] {
  const enrolment = waiting[0]?.enrolment;
  const chain = waiting.filter((entry) => entry.enrolment === enrolment).toSorted((a, b) => a.sequence - b.sequence);
  const batch: ChainedEntry[] = [];
  let characters = 0;
  for (const entry of chain.slice(0, ENTRIES_AT_ONCE)) {
    characters += JSON.stringify(entry).length;
    if (batch.length > 0 && characters > CHARACTERS_AT_ONCE) break;
    batch.push(entry);
  }
  return batch;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** A device without a valid enrolment must be enrolled again by a person, so it is retried rarely. */
export function pauseMs({ status }: Pick<ApiError, 'status'>, failures: number): number {
  if (status === 401 || status === 403) return LONGEST_PAUSE_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
}

export function reasonOf({ status }: Pick<ApiError, 'status'>): SendingReason {
  if (status === 0) return 'offline';
  if (status === 401 || status === 403) return 'revoked';
  return status === 429 ? 'told_to_wait' : 'server_failed';
}
