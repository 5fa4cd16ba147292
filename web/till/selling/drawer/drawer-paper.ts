/** The X report of an open drawer, and the Z report of a closed one, as papers. */

import { layoutOf } from '../../../../domain/paper/layout.ts';
import type { PaperDocument } from '../../../../domain/paper/paper.schema.ts';
import { X_REPORT_PAPER, Z_REPORT_PAPER } from '../../../../domain/paper/till-papers.ts';
import type { CountEntry } from '../../../../domain/till/device-entry.schema.ts';
import { printMoney } from '../../../../domain/values/money.ts';
import { type PaperNames, tillFacts } from '../paper-documents.ts';
import { type CashFigures, type DrawerFigures, differenceOf } from './drawer-figures.ts';

export interface DrawerOnPaper {
  readonly number: string;
  readonly date: string;
  readonly time: string;
  readonly figures: DrawerFigures;
  /**
   * Undefined while open: the count is blind, so the paper omits the cash, and the sums from which the cash can be told.
   */
  readonly count: CountEntry | undefined;
  /** Why the count differs from what was expected; null when it agrees. */
  readonly reason: string | null;
}

type Row = NonNullable<PaperDocument['figures']>[number]['rows'][number];

const amount = (field: string, value: Parameters<typeof printMoney>[0]): Row => ({
  field,
  kind: 'amount',
  value: printMoney(value),
});
const whole = (field: string, value: number): Row => ({ field, kind: 'whole', value: String(value) });

export function drawerPaper(
  { number, date, time, figures, count, reason }: DrawerOnPaper,
  names: Pick<PaperNames, 'cashier' | 'till' | 'currencyOf'>,
): PaperDocument {
  const { receipts, refunds, sold, discounts, taxes, refunded, app, credit, cash } = figures;
  return {
    layout: layoutOf(count ? Z_REPORT_PAPER : X_REPORT_PAPER),
    number,
    status: count ? 'closed' : 'open',
    date,
    time,
    facts: [
      ...tillFacts(names),
      ...(reason === null ? [] : [{ field: 'difference_reason', kind: 'text' as const, value: reason }]),
    ],
    lines: [],
    totals: [],
    figures: [
      {
        currency: names.currencyOf(null),
        rows: [
          whole('receipts', receipts),
          whole('refunds', refunds),
          ...(count ? [amount('sold', sold), amount('discounts', discounts), amount('taxes', taxes)] : []),
          ...(count ? [amount('refunded', refunded)] : []),
          amount('app', app),
          amount('credit', credit),
        ],
      },
      ...(count ? cash : []).map((account) => ({
        currency: names.currencyOf(account.account_fk),
        rows: cashRows(account, count),
      })),
    ],
  };
}

function cashRows(cash: CashFigures, count: CountEntry | undefined): Row[] {
  const { account_fk, float, sales, refunds, paidIn, paidOut, expected } = cash;
  const rows = [
    amount('float', float),
    amount('cash_sales', sales),
    amount('cash_refunds', refunds),
    amount('paid_in', paidIn),
    amount('paid_out', paidOut),
  ];
  const counted = count?.accounts.find((account) => account.account_fk === account_fk)?.counted_amount;
  if (counted === undefined) return rows;
  const difference = differenceOf(counted, cash);
  const field = difference === '0' ? 'agrees' : difference.startsWith('-') ? 'short' : 'over';
  return [
    ...rows,
    amount('expected', expected),
    { field: 'counted', kind: 'amount', value: counted },
    { field, kind: 'amount', value: difference.replace(/^-/, '') },
  ];
}
