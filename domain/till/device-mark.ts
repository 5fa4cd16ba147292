/** What an event keeps of the entry of a till that it came by, and what a document keeps of its entries. */
import type { Claim } from '../kernel/claim.ts';
import type { Facts } from '../kernel/facts.ts';
import type { BrokenRule } from './device-entry.ts';

// A part of events: a storage format.

/** The entry as the device signed it, without its content; names as in `device-entry.ts`. */
export interface DeviceMark {
  readonly uuid: string;
  readonly enrolment: string;
  readonly till_fk: number;
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
  readonly made_at: string;
  readonly clock_offset: number;
  readonly cashier_fk: number;
  readonly approved_by_fk: number | null;
  /** The entry with which the drawer was opened, where the device knew no number of the drawer. */
  readonly drawer_uuid?: string;
  /** Another entry of the enrolment had this number in the sequence before. */
  readonly is_second?: true;
}

/** Of every event that may come from a till; absent where it was entered over a session. */
export interface ByDevice {
  readonly device?: DeviceMark;
  /** Absent where no rule was broken. */
  readonly broken?: readonly BrokenRule[];
}

/** Somebody has looked at what the entries of a document broke. */
export interface Review {
  readonly user_fk: number;
  readonly note: string;
}

/** An entry of a document, with what it waits for. */
export interface EntryMark extends DeviceMark {
  /** Type of the event. */
  readonly event: string;
  /** Of a receipt or a refund. */
  readonly drawer_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly broken: readonly BrokenRule[];
  /** Null while what it broke waits for a review. */
  readonly review: Review | null;
}

interface Dated {
  readonly date: string;
  readonly time: string | null;
  readonly drawer_fk?: number;
}

/** The entries after an event that a till may have entered. */
export function withEntry(entries: readonly EntryMark[], type: string, data: ByDevice & Dated): readonly EntryMark[] {
  const { device, broken = [], date, time, drawer_fk = null } = data;
  if (device === undefined) return entries;
  return [...entries, { ...device, event: type, drawer_fk, date, time, broken, review: null }];
}

/** All that waited for a review has had it. */
export const withReview = (entries: readonly EntryMark[], review: Review): readonly EntryMark[] =>
  entries.map((entry) => (waits(entry) ? { ...entry, review } : entry));

/** The review of what waits for one; nothing where nothing does. */
export const reviewed = (note: string, entries: readonly EntryMark[], { actor }: Facts): readonly Review[] =>
  entries.some(waits) ? [{ user_fk: actor.user_id, note }] : [];

export const waits = ({ broken, review }: EntryMark): boolean => broken.length > 0 && review === null;

/** The set of claims that holds which entry has which number of an enrolment: its hash is the owner. */
export const SEQUENCE_CLAIMS = 'till.sequence';
/** The set of claims that holds which drawer was opened by which entry. */
export const DRAWER_CLAIMS = 'till.drawer';

/** `<enrolment>:000000127`: keys of an enrolment are in the order of their numbers. */
export const sequenceKey = (enrolment: string, sequence: number): string =>
  `${enrolment}:${String(sequence).padStart(9, '0')}`;

/**
 * What the entries that came to a document claim: their numbers in the sequence, and the drawer of an entry that says it
 * by the entry that opened it. `owner` is the stream of the document.
 */
export function entryClaims(
  before: readonly EntryMark[],
  after: readonly EntryMark[],
  owner: string,
): readonly Claim[] {
  return after.slice(before.length).flatMap((entry): Claim[] => {
    const { enrolment, sequence, hash, drawer_uuid, drawer_fk, is_second } = entry;
    const take = { kind: 'unique', action: 'take' } as const;
    const key = sequenceKey(enrolment, sequence);
    const drawer = drawer_fk === null ? owner : `drawer-${drawer_fk}`;
    return [
      ...(is_second ? [] : [{ ...take, set: SEQUENCE_CLAIMS, key, owner: hash, field: 'sequence' }]),
      ...(drawer_uuid === undefined
        ? []
        : [{ ...take, set: DRAWER_CLAIMS, key: drawer_uuid, owner: drawer, field: 'drawer' }]),
    ];
  });
}
