/**
 * The chain of what a till enters: the canonical text of an entry, its hash, and the number on its paper. The device and
 * the server use the same functions; the digest comes in from outside (`crypto.subtle` is on both sides).
 */
import type { EntryContent } from './device-entry.schema.ts';

export type {
  CloseDrawerEntry,
  CountEntry,
  EntryContent,
  EntryReference,
  OpenDrawerEntry,
  PayInEntry,
  PaymentEntry,
  PayOutEntry,
  ReceiptEntry,
  RefundEntry,
} from './device-entry.schema.ts';

/** An entry before it has its hash. The fields are described in `device-entry.schema.ts`. */
export interface DeviceEntry {
  readonly uuid: string;
  readonly enrolment: string;
  readonly sequence: number;
  readonly previous: string;
  readonly made_at: string;
  readonly clock_offset: number;
  readonly cashier_fk: number;
  readonly approved_by_fk: number | null;
  readonly content: EntryContent;
}

/** As it is kept on the device and sent to `POST till/entries`. */
export interface ChainedEntry extends DeviceEntry {
  readonly hash: string;
}

/** A rule that was broken when the entry reached the server: a message key, the field, and its values. */
export interface BrokenRule {
  readonly rule: string;
  readonly field?: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** What `POST till/entries` answers for each entry, in their order. */
export interface EntryAnswer {
  readonly uuid: string;
  readonly state: 'stored' | 'stored_before' | 'refused';
  /** The document that it is stored in, which is a drawer or a receipt, and its number. */
  readonly id?: number;
  readonly number?: string;
  readonly review?: readonly BrokenRule[];
  /** Only of one that is refused; sentences in the language of the request. */
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** `previous` of the first entry of an enrolment. */
export const NO_ENTRY = '0'.repeat(64);

const FIELDS = [
  'uuid',
  'enrolment',
  'sequence',
  'previous',
  'made_at',
  'clock_offset',
  'cashier_fk',
  'approved_by_fk',
  'content',
] as const;

/** What is hashed: JSON without blanks, the keys of every object in the order of their code units; `hash` is left out. */
export function entryText(entry: DeviceEntry): string {
  return canonical(Object.fromEntries(FIELDS.map((name) => [name, entry[name]])));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** SHA-256 of some bytes: `(bytes) => crypto.subtle.digest('SHA-256', bytes)`. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/** The hash of an entry in 64 hexadecimal digits; `previous` of the next one. */
export async function entryHash(entry: DeviceEntry, digest: Digest): Promise<string> {
  const hash = new Uint8Array(await digest(new TextEncoder().encode(entryText(entry))));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `T3-000127`: `prefix` is that of the enrolment (`T3`; `T3-2` of the second device of the till). */
export function paperNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(6, '0')}`;
}

/** What the papers of an enrolment begin with; `nth` counts the enrolments of the till from 1. */
export function paperPrefix(tillId: number, nth: number): string {
  return nth === 1 ? `T${tillId}` : `T${tillId}-${nth}`;
}
