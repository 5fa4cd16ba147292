/**
 * Two marks in stored levels that are no amounts. They are a storage format; their meaning is defined here, and no
 * other code compares with them (docs/decisions/0067).
 */
import type { LevelClaim } from './claim.ts';
import { type EffectiveDate, validDate } from './effective-date.ts';

/** After every day of a document, which bounds on dates refuse long before: on it a level of goods has what is reserved. */
const AFTER_EVERY_DAY = validDate('9999-12-31');
/** More than any document is ever linked from: what the level of its links is above while it is not in the books. */
const NOT_IN_BOOKS = 1_000_000;

type LevelChange = Pick<LevelClaim, 'delta' | 'ceiling'>;

/** The day of a reservation: it is met by everything that takes goods out, whenever that is (docs/decisions/0021). */
export const RESERVED_DAY: EffectiveDate = AFTER_EVERY_DAY;

/** True of a refusal that goods are reserved: by the key and the day of the level that it names. */
export const isReservation = (key: string | undefined, day: string | undefined): boolean =>
  day === AFTER_EVERY_DAY && key?.startsWith('stock:') === true;

/** The level of the stock that a batch of goods is a part of, and counted with; undefined for any other level. */
export function stockOfBatch(key: string): string | undefined {
  const [level, item, inventory] = key.split(':');
  return level === 'batch' ? `stock:${item}:${inventory}` : undefined;
}

/** SQL: whether the day of a row of `claim.level_day` is that of reservations. `column` is its name. */
export const isReservedSql = (column: string): string => `${column} = '${AFTER_EVERY_DAY}'`;

/** A document names another: refused while the other is not in the books. */
export const LINK_ADDED: LevelChange = { delta: '1', ceiling: String(NOT_IN_BOOKS - 1) };
export const LINK_REMOVED: LevelChange = { delta: '-1' };
/** A document with a number has nothing in the books any more, or not yet: refused while others name it. */
export const LEFT_BOOKS: LevelChange = { delta: String(NOT_IN_BOOKS), ceiling: String(NOT_IN_BOOKS) };
export const ENTERED_BOOKS: LevelChange = { delta: `-${NOT_IN_BOOKS}` };
