/** The till entry stored with an event, and the list of entries stored with a document. */
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import type { BrokenRule } from './device-entry.ts';

// Part of events: a storage format.

/** The signed entry without its content; names as in `device-entry.ts`. */
export interface DeviceMark {
  readonly uuid: string;
  readonly enrolment: string;
  readonly till_fk: number;
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
  readonly made_at: string;
  readonly clock_offset: number;
  /** The instant at which it is booked; absent when that is `made_at` with its offset, and in events from before it. */
  readonly booked_at?: string;
  /** The printed day and time, `YYYY-MM-DD HH:MM:SS`; absent when the document has them. */
  readonly printed_at?: string;
  readonly cashier_fk: number;
  readonly approved_by_fk: number | null;
  /** The entry that opened the drawer, when the device did not know the drawer's id. */
  readonly drawer_uuid?: string;
  /** True when an earlier entry of the enrolment had the same sequence number. */
  readonly is_second?: true;
}

/** Part of every event that a till may send; absent for entries from a session in the back office. */
export interface ByDevice {
  readonly device?: DeviceMark;
  /** Absent when no rule was violated. */
  readonly broken?: readonly BrokenRule[];
}

/** A person reviewed the violations of a document's entries. */
export interface Review {
  readonly user_fk: number;
  readonly note: string;
}

/** An entry of a document, with its pending or finished review. */
export interface EntryMark extends DeviceMark {
  /** Type of the event. */
  readonly event: string;
  /** The drawer of a receipt or a refund. */
  readonly drawer_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly broken: readonly BrokenRule[];
  /** Null while a review of the violations is pending. */
  readonly review: Review | null;
}

interface Dated {
  readonly date: string;
  readonly time: string | null;
  readonly drawer_fk?: number;
}

/** The entries of a document after an event. */
export function withEntry(entries: readonly EntryMark[], type: string, data: ByDevice & Dated): readonly EntryMark[] {
  const { device, broken = [], date, time, drawer_fk = null } = data;
  if (device === undefined) return entries;
  return [...entries, { ...device, event: type, drawer_fk, date, time, broken, review: null }];
}

/** Marks all pending entries as reviewed. */
export const withReview = (entries: readonly EntryMark[], review: Review): readonly EntryMark[] =>
  entries.map((entry) => (waits(entry) ? { ...entry, review } : entry));

/** The review event when an entry is pending; else no event. */
export const reviewed = (note: string, entries: readonly EntryMark[], { actor }: Facts): readonly Review[] =>
  entries.some(waits) ? [{ user_fk: actor.user_id, note }] : [];

export const waits = ({ broken, review }: EntryMark): boolean => broken.length > 0 && review === null;

/** The set of unique claims for sequence numbers of an enrolment; the owner is the entry's hash. */
export const SEQUENCE_CLAIMS = 'till.sequence';
/** The set of unique claims for drawers by the entry that opened them. */
export const DRAWER_CLAIMS = 'till.drawer';

/** `<enrolment>:000000127`: padded, so that keys sort by number. */
export const sequenceKey = (enrolment: string, sequence: number): string =>
  `${enrolment}:${String(sequence).padStart(9, '0')}`;

/**
 * The claims of a document's entries: their sequence numbers, and the drawer when an entry refers to it by the entry
 * that opened it. `owner` is the stream of the document.
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
