/**
 * Batches of goods (docs/decisions/0083): what names one, in lines, in events and in levels, and the order in which they
 * leave. Quantities of batches are in base units.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import { membersOf, objectsOf } from '../kernel/members.ts';
import { type Quantity, quantity, readQuantity } from '../kernel/quantity.ts';

/** A number, a day of expiry, or both. Where both are null, the goods are of no named batch. */
export interface Batch {
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

export interface BatchQuantity extends Batch {
  /** Decimal string. */
  readonly quantity: string;
}

/** What a line says of its batches; a line that brings goods in names one batch, others as many as they take. */
export interface NamesBatches {
  readonly batches?: readonly BatchQuantity[];
  readonly batch_number?: string;
}

// Data of events. This is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

/** What an event moved of a batch; `move_line_id` is the line of the movement in its posting. */
export interface MovedBatch extends BatchQuantity {
  readonly move_line_id: number;
  /** It had expired when it was sold. */
  readonly is_expired?: true;
}

export interface MovesBatches {
  /** Absent where nothing that was moved is of a named batch. */
  readonly batches?: readonly MovedBatch[];
}

/** What is on hand of an item in an inventory: of each named batch, and in all. */
export interface BatchesOnHand {
  readonly batches: readonly BatchQuantity[];
  readonly onHand: string;
}

type Tracked = Pick<ItemData, 'has_batch_number' | 'has_expire'>;

/** Whether goods of the item are kept by batches. */
export const tracksBatches = (item: Tracked | undefined): boolean =>
  item?.has_batch_number === true || item?.has_expire === true;

export const isNamed = ({ batch_number, expire_date }: Batch): boolean => batch_number !== null || expire_date !== null;

export const isSameBatch = (a: Batch, b: Batch): boolean =>
  a.batch_number === b.batch_number && a.expire_date === b.expire_date;

/** `batch:5:2:`, the levels of all batches of item 5 in inventory 2. */
export const batchPrefix = (item: number, inventory: number): string => `batch:${item}:${inventory}:`;

/** `batch:5:2:2027-01-31:B7`; the number comes last, because it may hold any character, and keys are ASCII. */
export const batchKey = (item: number, inventory: number, { batch_number, expire_date }: Batch): string =>
  `${batchPrefix(item, inventory)}${expire_date ?? ''}:${encodeURIComponent(batch_number ?? '')}`;

/** The batch that a level of `batchKey` is of. */
export function batchOfKey(key: string): Batch {
  const [, , , day = '', number = ''] = key.split(':');
  return { batch_number: decodeURIComponent(number) || null, expire_date: day || null };
}

/** How a batch is called in a sentence: by its number, or by the day on which it expires. */
export const batchTitle = ({ batch_number, expire_date }: Batch): string => batch_number ?? expire_date ?? '';

/** What expires first leaves first; what does not expire leaves last. */
export function byExpiry(a: Batch, b: Batch): number {
  const order = [a.expire_date ?? '9999', b.expire_date ?? '9999'] as const;
  if (order[0] !== order[1]) return order[0] < order[1] ? -1 : 1;
  const numbers = [a.batch_number ?? '', b.batch_number ?? ''] as const;
  return numbers[0] === numbers[1] ? 0 : numbers[0] < numbers[1] ? -1 : 1;
}

/** Goods are sold on the day on which they expire, and have expired on the next. */
export const isExpired = ({ expire_date }: Batch, day: string): boolean => expire_date !== null && expire_date < day;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The batch that a line names by its own fields. */
export const batchOf = (line: unknown): Batch => {
  const { batch_number, expire_date } = membersOf(line);
  return { batch_number: textOf(batch_number), expire_date: textOf(expire_date) };
};

/** The batches that a line names in its list, those of no quantity left out. */
export const batchesOf = (line: unknown): BatchQuantity[] =>
  objectsOf(membersOf(line)['batches'])
    .map((part) => ({ ...batchOf(part), quantity: textOf(part['quantity']) ?? '0' }))
    .filter((part) => (readQuantity(part.quantity) ?? 0n) > 0n);

/** What was moved of batches, as an event or the data of a state holds it. */
export const movedBatches = (data: unknown): MovedBatch[] =>
  objectsOf(membersOf(data)['batches']).flatMap((part) => {
    const { move_line_id, quantity: moved } = part;
    if (typeof move_line_id !== 'number' || typeof moved !== 'string') return [];
    return [{ move_line_id, ...batchOf(part), quantity: moved }];
  });

export const sumOfBatches = (parts: readonly BatchQuantity[]): bigint =>
  parts.reduce((sum, part) => sum + quantity(part.quantity), 0n);

/** The batches of a line as a body has them. */
export interface GivenBatches {
  readonly batches?: readonly (Partial<Batch> & { readonly quantity: string })[] | null | undefined;
  readonly batch_number?: string | null | undefined;
}

/** Of a line that names them in a list. */
export type OfSeveral = Pick<GivenBatches, 'batches'>;

/** What a line keeps of the batches that were entered with it; nothing where none were. */
export function namedBatches({ batches, batch_number }: GivenBatches): NamesBatches {
  const parts = batchesOf({ batches });
  return {
    ...(parts.length === 0 ? {} : { batches: parts }),
    ...(batch_number ? { batch_number: batch_number.trim() } : {}),
  };
}

/** A part of goods that are of several batches: so many, after so many others of them. */
export function partOfBatches(parts: readonly BatchQuantity[], after: bigint, count: Quantity): [Batch, bigint][] {
  let [skip, left]: [bigint, bigint] = [after, count];
  return parts.flatMap((part): [Batch, bigint][] => {
    const whole: bigint = quantity(part.quantity);
    const skipped = skip < whole ? skip : whole;
    skip -= skipped;
    const rest = whole - skipped;
    const taken = left < rest ? left : rest;
    left -= taken;
    return taken > 0n ? [[part, taken]] : [];
  });
}
