/**
 * Foreign money in a cash account is a pool like goods: it comes in at the rate of its document and leaves at
 * its own average carrying rate; the difference is realised (docs/accounting.md, section 5).
 */
import { toQuantity } from '../kernel/quantity.ts';
import { isCashAccount } from '../ledger/chart.ts';
import type { EntryLine, Movement } from './entry.ts';

/** Offset of the line numbers of foreign cash movements, beyond the document's own lines. */
const CASH_LINE = 1_000_000;
/** Money has four decimals and quantities six. */
const MONEY_TO_QUANTITY = 100n;

/**
 * One movement for each entry line on a cash account in a foreign currency (lines in the system currency have no
 * rate). `first` offsets the line numbers when a document posts more than once.
 */
export function foreignCash(lines: readonly EntryLine[], first = 0): Movement[] {
  return lines
    .filter((line) => line.rate !== undefined && isCashAccount(line.account))
    .map((line, index) => ({
      line: CASH_LINE + first + index,
      pool: { kind: 'cash', account: line.account, currency: line.currency },
      quantity: toQuantity(line.foreign * MONEY_TO_QUANTITY),
      valued: line.foreign > 0n ? { by: 'statedCost' } : { by: 'average' },
      posted: line.base,
      contra: { key: 'fx-realised' },
      outlet: line.outlet,
    }));
}
