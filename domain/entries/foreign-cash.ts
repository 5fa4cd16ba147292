/**
 * Foreign money in a cash account is a pool like goods: it comes in at the rate of its document and leaves at
 * its own average carrying rate; the difference is realised (docs/accounting.md, section 5). So is a foreign balance of
 * an own account (a loan, a deposit) in an outlet, on either side of it.
 */

import { isCarried, isCashAccount } from '../chart/chart.ts';
import { toQuantity } from '../values/quantity.ts';
import type { Movement, Posting } from './entry.ts';
import type { EntryLine } from './entry-line.ts';

/** Offset of the line numbers of foreign cash movements, beyond the document's own lines. */
const CASH_LINE = 1_000_000;
/** The same for foreign balances of own accounts, far beyond all others of a document. */
const CARRIED_LINE = 1_000_000_000;
/** Money has four decimals and quantities six. */
const MONEY_TO_QUANTITY = 100n;

const isForeign = (line: EntryLine): boolean => line.rate !== undefined;

/**
 * One movement for each entry line on a cash account in a foreign currency (lines in the system currency have no
 * rate). `first` offsets the line numbers when a document posts more than once.
 */
export function foreignCash(lines: readonly EntryLine[], first = 0): Movement[] {
  return lines
    .filter((line) => isForeign(line) && isCashAccount(line.account))
    .map((line, index) => {
      const pool = { kind: 'cash', account: line.account, currency: line.currency } as const;
      return movement(CASH_LINE + first + index, pool, { by: line.foreign > 0n ? 'statedCost' : 'average' }, line);
    });
}

/** One movement for each entry line on an own account in a foreign currency, of events that realise its difference. */
export const carriedBalances = (lines: readonly EntryLine[]): Movement[] => ownBalances(lines, 'carried');

/**
 * The movements of a posting, with those of own accounts in a foreign currency that it does not have itself: events of
 * earlier programs posted them at their own rate, and realise nothing.
 */
export function movementsOf({ lines, movements }: Pick<Posting, 'lines' | 'movements'>): readonly Movement[] {
  const before = ownBalances(lines, 'entered');
  const has = movements.some(({ pool }) => pool.kind === 'cash' && isCarried(pool.account));
  return before.length === 0 || has ? movements : [...movements, ...before];
}

function ownBalances(lines: readonly EntryLine[], by: 'carried' | 'entered'): Movement[] {
  return lines
    .filter((line) => isForeign(line) && isCarried(line.account))
    .map((line, index) => {
      const { account, currency, outlet } = line;
      return movement(CARRIED_LINE + index, { kind: 'cash', account, currency, outlet }, { by }, line);
    });
}

function movement(
  line: number,
  pool: Movement['pool'],
  valued: Movement['valued'],
  { foreign, base, outlet }: EntryLine,
): Movement {
  const quantity = toQuantity(foreign * MONEY_TO_QUANTITY);
  return { line, pool, quantity, valued, posted: base, contra: { key: 'fx-realised' }, outlet };
}
