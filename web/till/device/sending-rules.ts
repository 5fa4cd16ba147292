/** The rules of sending: batch size, pauses after failures, and the state shown to people. */
import type { ChainedEntry } from '../../../domain/till/device-entry.ts';
import type { ApiError } from '../../shared/api/error.ts';
import type { KeptEntry, SendingReason } from './database-schema.ts';

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

/** Missing sequence numbers, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What the server has of an enrolment: the entries up to `sequence`, except those in the gaps. */
export interface StoredAtServer {
  readonly sequence: number;
  readonly gaps: readonly Gap[];
}

/** The ranges of entries that the server does not have; the last one has no end. */
export const missingAt = ({ sequence, gaps }: StoredAtServer): readonly Gap[] => [
  ...gaps,
  { from: sequence + 1, to: Number.POSITIVE_INFINITY },
];

/** Younger entries may have arrived after the server read its last one. */
const ON_THEIR_WAY_MS = 600_000;

/** Entries among the missing ones that the server has answered before: it lost them by a restore from a backup. */
export function lostEntries(missing: readonly KeptEntry[], deviceMs: number): readonly KeptEntry[] {
  const before = new Date(deviceMs - ON_THEIR_WAY_MS).toISOString();
  return missing.filter(({ state, entry }) => state === 'stored' && entry.made_at < before);
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
