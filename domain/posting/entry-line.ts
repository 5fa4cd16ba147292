/** A line of a journal entry. */
import type { Money } from '../kernel/money.ts';
import type { CurrencyId, Rate } from '../kernel/rate.ts';
import type { AccountRef, SystemKey } from '../ledger/chart.ts';

export interface EntryLine {
  readonly account: AccountRef;
  readonly outlet: number;
  /** System currency; debit is positive, credit negative. */
  readonly base: Money;
  readonly currency: CurrencyId;
  /** In `currency`, with the same sign; equal to base in the system currency. */
  readonly foreign: Money;
  readonly rate: Rate | undefined;
  /** Stream of the customer or supplier, on receivables, payables and advances. */
  readonly party?: string;
  readonly item?: number;
  readonly inventory?: number;
  /** The document's line that it comes from. */
  readonly line?: number;
}

/** The account against which a movement's cost stands; in the books of another outlet, `through` balances the two. */
export interface Contra extends AccountRef {
  readonly outlet?: number;
  readonly through?: SystemKey;
}
