/**
 * Batches of goods (docs/decisions/0083): their identity in lines, events and levels, and the order in which they are
 * issued. Quantities of batches are in base units.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import { FOLDED_ONE_BY_ONE, foldForSearch } from './folding.ts';
import { type Members, membersOf, objectsOf } from './members.ts';
import { printQuantity, type Quantity, quantity, readQuantity, toQuantity } from './quantity.ts';

/** A batch number, an expiry date, or both. Both null means no named batch. */
export interface Batch {
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

export const NO_BATCH: Batch = { batch_number: null, expire_date: null };

export interface BatchQuantity extends Batch {
  /** Decimal string. */
  readonly quantity: string;
}

export interface BatchOnHand extends BatchQuantity {
  /** A held batch leaves by a disposal or a return to the supplier only. */
  readonly is_held?: boolean;
}

/** The batch fields of a line: receiving lines name one batch, other lines list several. */
export interface NamesBatches {
  readonly batches?: readonly BatchQuantity[];
  readonly batch_number?: string;
}

// Data of events. This is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

/**
 * What is known of a piece with a serial number when it moves: `new`: it comes in, and nobody knew its number; `named`: it
 * leaves, and its number is told for the first time, so it was among the goods without one; `known`: it was here before.
 * Absent for batches, and in a count for pieces that stay where they are.
 */
export type PieceKnown = 'new' | 'named' | 'known';

/** The quantity that an event moved of a batch; `move_line_id` is the line of the movement in its posting. */
export interface MovedBatch extends BatchQuantity {
  readonly move_line_id: number;
  readonly piece?: PieceKnown;
  /** True when it had expired before it was sold. */
  readonly is_expired?: true;
  /** Of goods that came in, the quantity that had been sold before without a batch; absent when it was none. */
  readonly settled?: string;
}

export interface MovesBatches {
  /** Absent when no goods of a named batch were moved. */
  readonly batches?: readonly MovedBatch[];
}

/** The batches that a person named of what arrived of a line; quantities are of this arrival. */
export interface ArrivedBatches {
  readonly line_id: number;
  readonly batches: readonly BatchQuantity[];
}

export interface NamesArrived {
  /** Absent when nothing was named: then a line's own batch arrives, or the next ones that were sent. */
  readonly named?: readonly ArrivedBatches[];
}

/** A batch of a line of another document that an event returned; goods of no batch are included. */
export interface ReturnedBatch extends BatchQuantity {
  /** The line of the returned movement in the posting of the other document. */
  readonly origin_line_id: number;
  /** The quantity of the batch that earlier returns took of this line. */
  readonly returned_before: string;
}

export interface ReturnsBatches {
  /** Absent without batches, and in returns that were stored before returned quantities were kept by batch. */
  readonly returned_batches?: readonly ReturnedBatch[];
}

/** A change of stock after the moment of a document, summed by day; `batch` is null for the whole stock. */
export interface LaterChange {
  readonly batch: Batch | null;
  readonly day: string;
  readonly quantity: string;
}

/** The stock of an item in an inventory: by named batch, and in total. */
export interface BatchesOnHand {
  readonly batches: readonly BatchOnHand[];
  readonly onHand: string;
  /** Of the quantity on hand, what confirmed orders reserve; absent when they reserve nothing. */
  readonly reserved?: string;
  /** Absent when no later changes are read. */
  readonly later?: readonly LaterChange[];
  /** The batches as events name them; absent when they are called so too. */
  readonly told?: readonly BatchQuantity[];
}

/** A batch and its quantity in base units. */
export type BatchCount = readonly [batch: Batch, count: bigint];

type Tracked = Pick<ItemData, 'has_batch_number' | 'has_expire' | 'serial_numbers'>;

/** True when each piece of the item has a serial number: a batch of one (docs/decisions/0144). */
export const hasSerials = (item: Pick<ItemData, 'serial_numbers'> | undefined): boolean =>
  item?.serial_numbers === 'at_receipt' || item?.serial_numbers === 'at_sale';

/** The setting of an item whose data is not read as such. */
export const serialsIn = ({ serial_numbers: kept }: Members): Pick<ItemData, 'serial_numbers'> =>
  kept === 'at_receipt' || kept === 'at_sale' ? { serial_numbers: kept } : {};

/** True when the item has batches, or serial numbers. */
export const tracksBatches = (item: Tracked | undefined): boolean =>
  item?.has_batch_number === true || item?.has_expire === true || hasSerials(item);

/** Whether the batch says all that the item requires of the batch of goods that come in. */
export const isWholeBatch = (item: Tracked, { batch_number, expire_date }: Batch): boolean =>
  ((item.has_batch_number !== true && !hasSerials(item)) || batch_number !== null) &&
  (item.has_expire !== true || expire_date !== null);

export const isNamed = ({ batch_number, expire_date }: Batch): boolean => batch_number !== null || expire_date !== null;

/**
 * A batch number without what differs from one reading of a package to the next: case, the script of its digits, blanks
 * and hyphens. `B12`, `b 12` and `B-١٢` are one number.
 */
export const foldedNumber = (number: string): string => foldForSearch(number).replace(/[\s\p{Pd}]/gu, '');

/** For `regexp_replace` of the database: blanks, hyphens and the tatweel. */
export const NUMBER_SEPARATORS = '[[:space:]\u00a0\u0640\u2010-\u2015\ufe58\ufe63\uff0d-]';

/** The same of a column in the database, in SQL. */
export const foldedNumberSql = (column: string): string =>
  `regexp_replace(translate(lower(${column}), '${FOLDED_ONE_BY_ONE.from}', '${FOLDED_ONE_BY_ONE.to}'), '${NUMBER_SEPARATORS}', '', 'g')`;

export const isSameNumber = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && foldedNumber(a) === foldedNumber(b));

export const isSameBatch = (a: Batch, b: Batch): boolean =>
  a.batch_number === b.batch_number && a.expire_date === b.expire_date;

/** The known batch that the given one is: the same, or else one whose number reads the same. */
export const knownAs = (known: readonly Batch[], batch: Batch): Batch | undefined =>
  known.find((other) => isSameBatch(other, batch)) ??
  known.find(
    (other) => other.expire_date === batch.expire_date && isSameNumber(other.batch_number, batch.batch_number),
  );

/** `batch:5:2:` is the prefix of the levels of all batches of item 5 in inventory 2. */
export const batchPrefix = (item: number, inventory: number): string => `batch:${item}:${inventory}:`;

/** `2027-01-31:B7`, the end of a level key. The batch number may contain any character, and keys are ASCII. */
export const batchCode = ({ batch_number, expire_date }: Batch): string =>
  `${expire_date ?? ''}:${encodeURIComponent(batch_number ?? '')}`;

/** `batch:5:2:2027-01-31:B7` */
export const batchKey = (item: number, inventory: number, batch: Batch): string =>
  `${batchPrefix(item, inventory)}${batchCode(batch)}`;

/** The reverse of `batchCode`. */
export function batchOfCode(code: string): Batch {
  const [day = '', number = ''] = code.split(':');
  return { batch_number: decodeURIComponent(number) || null, expire_date: day || null };
}

/** The batch of a level key; the reverse of `batchKey`. */
export const batchOfKey = (key: string): Batch => batchOfCode(key.split(':').slice(3).join(':'));

/** The name of a batch in messages: its number, or else its expiry date. */
export const batchTitle = ({ batch_number, expire_date }: Batch): string => batch_number ?? expire_date ?? '';

/** Sorts by expiry date; goods without one come last. */
export function byExpiry(a: Batch, b: Batch): number {
  const order = [a.expire_date ?? '9999', b.expire_date ?? '9999'] as const;
  if (order[0] !== order[1]) return order[0] < order[1] ? -1 : 1;
  const numbers = [a.batch_number ?? '', b.batch_number ?? ''] as const;
  return numbers[0] === numbers[1] ? 0 : numbers[0] < numbers[1] ? -1 : 1;
}

/** Goods may be sold on their expiry date and are expired from the next day on. */
export const isExpired = ({ expire_date }: Batch, day: string): boolean => expire_date !== null && expire_date < day;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The batch named by the line's own fields. */
export const batchOf = (line: unknown): Batch => {
  const { batch_number, expire_date } = membersOf(line);
  return { batch_number: textOf(batch_number), expire_date: textOf(expire_date) };
};

/** The batches in the line's list, without those of zero quantity. */
export const batchesOf = (line: unknown): BatchQuantity[] =>
  objectsOf(membersOf(line)['batches'])
    .map((part) => ({ ...batchOf(part), quantity: textOf(part['quantity']) ?? '0' }))
    .filter((part) => (readQuantity(part.quantity) ?? 0n) > 0n);

const PIECES: readonly PieceKnown[] = ['new', 'named', 'known'];

function pieceOf({ piece }: Members): Pick<MovedBatch, 'piece'> {
  const known = PIECES.find((one) => one === piece);
  return known === undefined ? {} : { piece: known };
}

/** The moved batches in the data of an event or a state. */
export const movedBatches = (data: unknown): MovedBatch[] =>
  objectsOf(membersOf(data)['batches']).flatMap((part) => {
    const { move_line_id, quantity: moved } = part;
    if (typeof move_line_id !== 'number' || typeof moved !== 'string') return [];
    return [{ move_line_id, ...batchOf(part), quantity: moved, ...pieceOf(part) }];
  });

export const sumOfBatches = (parts: readonly BatchQuantity[]): bigint =>
  parts.reduce((sum, part) => sum + quantity(part.quantity), 0n);

/** Whether a list names pieces by their numbers, one each: then their quantities say nothing. */
export const areSinglePieces = (parts: readonly BatchQuantity[]): boolean =>
  parts.every(
    ({ batch_number, expire_date, quantity: count }) => batch_number !== null && expire_date === null && count === '1',
  );

/** Each batch once, with its whole quantity. */
export const mergedBatches = (parts: readonly BatchQuantity[]): BatchQuantity[] =>
  [...Map.groupBy(parts, ({ batch_number, expire_date }) => JSON.stringify([batch_number, expire_date]))].map(
    ([, same]) => ({ ...batchOf(same[0]), quantity: printQuantity(toQuantity(sumOfBatches(same))) }),
  );

/** Each batch once, in the order of their first parts. */
export const mergedCounts = (parts: readonly BatchCount[]): readonly BatchCount[] =>
  [
    ...Map.groupBy(parts, ([{ batch_number, expire_date }]) => JSON.stringify([batch_number, expire_date])).values(),
  ].map((same): BatchCount => [batchOf(same[0]?.[0]), same.reduce((sum, [, count]) => sum + count, 0n)]);

/** The batch fields of a line in a body. */
export interface GivenBatches {
  readonly batches?: readonly (Partial<Batch> & { readonly quantity: string })[] | null | undefined;
  readonly batch_number?: string | null | undefined;
}

/** The list of a line with several batches. */
export type OfSeveral = Pick<GivenBatches, 'batches'>;

/** The batch fields that a line stores; empty when none were entered. */
export function namedBatches({ batches, batch_number }: GivenBatches): NamesBatches {
  const parts = batchesOf({ batches });
  return {
    ...(parts.length === 0 ? {} : { batches: parts }),
    ...(batch_number ? { batch_number: batch_number.trim() } : {}),
  };
}

/** What an arrival stores of the batches that its lines name. */
export function namedOnArrival(lines: readonly (OfSeveral & { readonly line_id: number })[] | undefined): NamesArrived {
  const named = (lines ?? []).flatMap(({ line_id, ...line }): ArrivedBatches[] => {
    const { batches = [] } = namedBatches(line);
    return batches.length > 0 ? [{ line_id, batches }] : [];
  });
  return named.length > 0 ? { named } : {};
}

/** The part of a list of batches that starts after the quantity `after` and has the quantity `count`. */
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
