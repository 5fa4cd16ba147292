/** Output and input tax of an outlet until the end of a day, less tax payments. */
import type { TaxBalances, TaxQueryResult } from '../../../domain/cash/tax-payment.ts';
import { SYSTEM_ACCOUNTS } from '../../../domain/chart/chart.ts';
import { RESERVED_DAY } from '../../../domain/deciding/level-marks.ts';
import { askCurrent } from '../../read-models/models-at.ts';
import { PAID_TAX, TAX_BALANCES } from '../../read-models/tax-balances.ts';
import { type BooksOf, inCurrentBooks } from './current-books.ts';

/** Undefined before the first build. Throws StoreUnavailable while the read models are behind. */
export function taxQuery(books: BooksOf, outlet: number): Promise<TaxBalances | undefined> {
  const { 'output-tax': output, 'input-tax': input } = SYSTEM_ACCOUNTS;
  // Includes payments of later days, so that two simultaneous payments cannot pay the same tax.
  return inCurrentBooks({ ...books, to: RESERVED_DAY }, async (client, at) => {
    const [tax] = await askCurrent(client, TAX_BALANCES, at, outlet, books.to, output.code, input.code);
    return tax;
  });
}

/** The balances, and the payments that stand: the decider asks about a second payment for days of the same period. */
export async function taxAndPayments(books: BooksOf, outlet: number): Promise<TaxQueryResult | undefined> {
  const balances = await taxQuery(books, outlet);
  if (!balances) return undefined;
  const payments = await inCurrentBooks({ ...books, to: RESERVED_DAY }, (client, at) =>
    askCurrent(client, PAID_TAX, at, outlet, books.to),
  );
  return { ...balances, payments: payments ?? [] };
}
