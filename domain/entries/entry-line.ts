/** A line of a journal entry. */

import type { AccountRef, SystemKey } from '../chart/chart.ts';
import { type Money, money, negate, printMoney } from '../values/money.ts';
import type { CurrencyId, Rate } from '../values/rate.ts';

export interface EntryLine {
  readonly account: AccountRef;
  readonly outlet: number;
  /** System currency; debit is positive, credit negative. */
  readonly base: Money;
  readonly currency: CurrencyId;
  /** In `currency`, with the same sign; equal to `base` in the system currency. */
  readonly foreign: Money;
  readonly rate: Rate | undefined;
  /** Stream of the customer or supplier, on receivables, payables and advances. */
  readonly party?: string;
  readonly item?: number;
  readonly inventory?: number;
  /** Number of the document's line that it is posted for. */
  readonly line?: number;
  /** Present on input and output tax lines of a document's line. */
  readonly tax?: TakenTax;
}

/** Tax percentage and taxable amount (without tax, with the sign of its line). */
export interface TakenTax {
  /** Decimal string without trailing zeros. */
  readonly percent: string;
  readonly taxable: Money;
}

/** The `tax` member of a line; empty when there is no tax. */
export const taken = (percent: string | null | undefined, taxable: Money): { readonly tax?: TakenTax } =>
  percent ? { tax: { percent: printMoney(money(percent)), taxable } } : {};

/** The line with inverted signs. */
export const turned = (line: EntryLine): EntryLine => ({
  ...line,
  base: negate(line.base),
  foreign: negate(line.foreign),
  ...(line.tax ? { tax: { ...line.tax, taxable: negate(line.tax.taxable) } } : {}),
});

/** The contra account of a movement's cost; across outlets, `through` balances the books of both. */
export interface Contra extends AccountRef {
  readonly outlet?: number;
  readonly through?: SystemKey;
}
