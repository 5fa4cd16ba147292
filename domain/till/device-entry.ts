/**
 * The hash chain of till entries: the canonical text of an entry, its hash, and its printed number. Device and server
 * call the same functions; the digest function is a parameter (`crypto.subtle` exists on both sides).
 */
import type { EntryContent } from './device-entry.schema.ts';

/** An entry without its hash. The fields are described in `device-entry.schema.ts`. */
export interface DeviceEntry {
  readonly uuid: string;
  readonly enrolment: string;
  readonly sequence: number;
  readonly previous: string;
  readonly made_at: string;
  readonly clock_offset: number;
  readonly cashier_fk: number;
  readonly approved_by_fk: number | null;
  readonly approval?: string;
  readonly sign_in?: string;
  readonly content: EntryContent;
}

/** The form stored on the device and sent to `POST till/entries`. */
export interface ChainedEntry extends DeviceEntry {
  readonly hash: string;
}

/** A rule that was violated when the entry reached the server: a message key, the field, and parameters. */
export interface BrokenRule {
  readonly rule: string;
  readonly field?: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** The answer of `POST till/entries` for each entry, in the same order. */
export interface EntryAnswer {
  readonly uuid: string;
  readonly state: 'stored' | 'stored_before' | 'refused';
  /** Id and number of the drawer or receipt that stores the entry. */
  readonly id?: number;
  readonly number?: string;
  readonly review?: readonly BrokenRule[];
  /** Only for a refused entry; messages in the language of the request. */
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** The `previous` hash of the first entry of an enrolment. */
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
  'approval',
  'sign_in',
  'content',
] as const;

/** The hashed text: JSON without whitespace, object keys sorted by code units, without `hash`. */
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

/** A SHA-256 function: `(bytes) => crypto.subtle.digest('SHA-256', bytes)`. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/** The hash of an entry as 64 hexadecimal digits, which is `previous` of the next entry. */
export async function entryHash(entry: DeviceEntry, digest: Digest): Promise<string> {
  const hash = new Uint8Array(await digest(new TextEncoder().encode(entryText(entry))));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `T3-000127`: `prefix` is that of the enrolment (`T3`; `T3-2` for the second device of the till). */
export function paperNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(6, '0')}`;
}

/** The prefix of an enrolment's paper numbers; `nth` counts the enrolments of the till from 1. */
export function paperPrefix(tillId: number, nth: number): string {
  return nth === 1 ? `T${tillId}` : `T${tillId}-${nth}`;
}
