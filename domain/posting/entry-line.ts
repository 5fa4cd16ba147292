/** A line of a journal entry. */
import { type Money, money, negate, printMoney } from '../kernel/money.ts';
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
  /** Of a line on input or output tax that a document's line makes. */
  readonly tax?: TakenTax;
}

/** At how many percent a tax was taken, and of what: without the tax, with the sign of its line. */
export interface TakenTax {
  /** Decimal string without zeros at its end. */
  readonly percent: string;
  readonly taxable: Money;
}

/** As a field of a line; none where no tax is taken. */
export const taken = (percent: string | null | undefined, taxable: Money): { readonly tax?: TakenTax } =>
  percent ? { tax: { percent: printMoney(money(percent)), taxable } } : {};

/** The line with every sign turned. */
export const turned = (line: EntryLine): EntryLine => ({
  ...line,
  base: negate(line.base),
  foreign: negate(line.foreign),
  ...(line.tax ? { tax: { ...line.tax, taxable: negate(line.tax.taxable) } } : {}),
});

/** The contra account of a movement's cost; in the books of another outlet, `through` balances the two. */
export interface Contra extends AccountRef {
  readonly outlet?: number;
  readonly through?: SystemKey;
}
