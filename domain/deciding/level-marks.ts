/**
 * Two marker values in stored levels that are not amounts. They are a storage format; their meaning is defined here,
 * and no other code compares with them (docs/decisions/0067).
 */

import { type EffectiveDate, validDate } from '../values/effective-date.ts';
import type { LevelClaim } from './claim.ts';

/** Later than any day that a document can have; at this day the level of goods includes reservations. */
const AFTER_EVERY_DAY = validDate('9999-12-31');
/** Larger than any number of links to a document: the level of its links is above this value while it is not posted. */
const NOT_IN_BOOKS = 1_000_000;

type LevelChange = Pick<LevelClaim, 'delta' | 'ceiling'>;

/** The day of a reservation: issues of any day compete with it (docs/decisions/0021). */
export const RESERVED_DAY: EffectiveDate = AFTER_EVERY_DAY;

/** True when a refused level names the day of reservations: the goods are reserved. */
export const isReservation = (key: string | undefined, day: string | undefined): boolean =>
  day === AFTER_EVERY_DAY && key?.startsWith('stock:') === true;

/** True for the day of reservations, whose changes are not changes of the goods on hand. */
export const isReservedDay = (day: string): boolean => day === AFTER_EVERY_DAY;

const UNDELIVERED = 'undelivered';

/** The level of goods that are sold and not delivered, beside the level of a stock or of a batch, with which it is counted. */
export const undeliveredKey = (counted: string): string => `${UNDELIVERED}${counted.slice('stock'.length)}`;

/** The beginning of these levels of an item, in all inventories. */
export const undeliveredPrefix = (item: number): string => `${UNDELIVERED}:${item}:`;

/** The level of a stock or of a batch that counts also count the goods of this level; undefined for any other level. */
export function countedBeside(key: string): string | undefined {
  if (!key.startsWith(`${UNDELIVERED}:`)) return undefined;
  const rest = key.slice(UNDELIVERED.length);
  return `${rest.split(':').length === 3 ? 'stock' : 'batch'}${rest}`;
}

/** The stock level that contains a batch level; undefined for any other level. */
export function stockOfBatch(key: string): string | undefined {
  const [level, item, inventory] = key.split(':');
  return level === 'batch' ? `stock:${item}:${inventory}` : undefined;
}

/** SQL condition: the row of `claim.level_day` is a reservation. `column` is the name of the day's column. */
export const isReservedSql = (column: string): string => `${column} = '${AFTER_EVERY_DAY}'`;

/** The change when another document refers to this one: refused while this one is not posted. */
export const LINK_ADDED: LevelChange = { delta: '1', ceiling: String(NOT_IN_BOOKS - 1) };
export const LINK_REMOVED: LevelChange = { delta: '-1' };
/**
 * The change when a numbered document loses its postings or has none yet: refused while other documents refer to it.
 */
export const LEFT_BOOKS: LevelChange = { delta: String(NOT_IN_BOOKS), ceiling: String(NOT_IN_BOOKS) };
export const ENTERED_BOOKS: LevelChange = { delta: `-${NOT_IN_BOOKS}` };
