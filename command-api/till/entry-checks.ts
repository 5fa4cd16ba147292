/** Checks an entry before its content: its device, its hash, its place in the chain, and that its time is one. */
import { createHash } from 'node:crypto';
import {
  type BrokenRule,
  type ChainedEntry,
  type Digest,
  entryHash,
  NO_ENTRY,
  paperNumber,
} from '../../domain/till/device-entry.ts';
import { SEQUENCE_CLAIMS, sequenceKey } from '../../domain/till/device-mark.ts';
import { readInstant } from '../../domain/till/instant.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import type { EnrolledDevice } from './device-request.ts';

/** At once: for such short texts `crypto.subtle`, which works in another thread, takes many times as long. */
export const digest: Digest = async (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;

/** Throws Refusal `validation` for an entry of another device, or with a wrong hash. */
export async function checkOrigin(entry: ChainedEntry, device: EnrolledDevice): Promise<void> {
  if (entry.enrolment !== device.enrolment) refuse('enrolment', 'not_of_this_device');
  if ((await entryHash(entry, digest)) !== entry.hash) refuse('hash', 'changed_entry');
}

function refuse(field: string, message: string): never {
  throw new Refusal('validation', [{ field, message }]);
}

/** Stored hashes by sequence number: of the predecessors of these entries, and of those that came before. */
export async function storedHashes(
  store: Pick<ClaimStore, 'ownersOf'>,
  enrolment: string,
  entries: readonly Pick<ChainedEntry, 'sequence'>[],
): Promise<ReadonlyMap<number, string>> {
  const keys = entries.flatMap(({ sequence }) => [
    sequenceKey(enrolment, sequence - 1),
    sequenceKey(enrolment, sequence),
  ]);
  const owners = await store.ownersOf(SEQUENCE_CLAIMS, keys);
  return new Map([...owners].map(([key, owner]) => [Number(key.slice(enrolment.length + 1)), owner]));
}

/** Entries that a till makes in weeks without a network: a number that leaps further is forged. */
const LEAP_MAX = 10_000;

/** The entries whose number leaps too far ahead of what has come, or comes with them; `last` is the last stored number. */
export function leapingEntries(
  entries: readonly ChainedEntry[],
  { enrolment }: Pick<EnrolledDevice, 'enrolment'>,
  last: number,
): ReadonlySet<ChainedEntry> {
  let reached = last;
  const leaping = new Set<ChainedEntry>();
  for (const entry of entries) {
    if (entry.sequence > reached + LEAP_MAX) leaping.add(entry);
    // An entry of another device is refused.
    else if (entry.enrolment === enrolment) reached = Math.max(reached, entry.sequence);
  }
  return leaping;
}

/** Later days are invalid in all documents. */
const LAST_YEAR = 9998;

/** A wrong clock is noted, but an impossible time is malformed. */
export function momentIssues({
  made_at,
  clock_offset,
}: Pick<ChainedEntry, 'made_at' | 'clock_offset'>): readonly Issue[] {
  const made = readInstant(made_at);
  const isMoment = made !== undefined && made + clock_offset >= 0;
  if (isMoment && new Date(made + clock_offset).getUTCFullYear() <= LAST_YEAR) return [];
  return [{ field: 'made_at', message: 'date' }];
}

/** `before` is the hash of the previous entry, when it has come. */
export function brokenBefore(
  entry: ChainedEntry,
  device: EnrolledDevice,
  before: string | undefined,
): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const expected = entry.sequence === 1 ? NO_ENTRY : before;
  // A review of this entry closes the gap before it (`npm run verify`).
  if (expected === undefined) broken.push({ rule: 'entries_missing', field: 'previous' });
  else if (expected !== entry.previous) broken.push({ rule: 'chain_broken', field: 'previous' });
  const { content } = entry;
  if ('number' in content) {
    const value = paperNumber(device.number_prefix, entry.sequence);
    const values = { said: content.number, code: value };
    if (content.number !== value) broken.push({ rule: 'number_differs', field: 'number', values });
  }
  return broken;
}
