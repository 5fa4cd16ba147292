/**
 * The figures of a drawer from this device's journal: expected cash by currency, and the figures of an X or Z report.
 */

import type {
  CountEntry,
  EntryContent,
  OpenDrawerEntry,
  PaymentEntry,
} from '../../../../domain/till/device-entry.schema.ts';
import {
  add,
  type Money,
  money,
  negate,
  printMoney,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../../../../domain/values/money.ts';

export interface CashFigures {
  readonly account_fk: number;
  readonly float: Money;
  readonly sales: Money;
  readonly refunds: Money;
  readonly paidIn: Money;
  readonly paidOut: Money;
  /** Float plus all receipts less payments; change is given in the system currency. */
  readonly expected: Money;
}

export interface DrawerFigures {
  readonly cash: readonly CashFigures[];
  readonly receipts: number;
  readonly refunds: number;
  /** In the system currency. */
  readonly sold: Money;
  readonly refunded: Money;
  readonly discounts: Money;
  readonly taxes: Money;
  readonly app: Money;
  readonly credit: Money;
}

/** `entries` are those of the drawer after its opening; `own` is the account that pays the change. */
export function drawerFigures(
  opening: OpenDrawerEntry,
  entries: readonly EntryContent[],
  own: number | undefined,
): DrawerFigures {
  const receipts = entries.filter((entry) => entry.kind === 'receipt');
  const refunds = entries.filter((entry) => entry.kind === 'refund');
  const lines = receipts.flatMap((receipt) => receipt.lines);
  const paid = (
    entry: readonly { readonly payments: readonly PaymentEntry[] }[],
    isCounted: (p: PaymentEntry) => boolean,
  ) => sum(entry.flatMap(({ payments }) => payments.filter(isCounted).map(({ amount }) => money(amount))));
  const by = (method: PaymentEntry['method']) =>
    subtract(
      paid(receipts, (payment) => payment.method === method),
      paid(refunds, (payment) => payment.method === method),
    );
  const cash = opening.accounts.map(({ account_fk, float_amount }): CashFigures => {
    const isHere = (payment: PaymentEntry) => payment.method === 'cash' && payment.account_fk === account_fk;
    const change = account_fk === own ? sum(receipts.map((receipt) => money(receipt.change))) : ZERO;
    const moved = (kind: 'pay_in' | 'pay_out') =>
      sum(
        entries.flatMap((entry) =>
          entry.kind === kind && entry.account_fk === account_fk ? [money(entry.amount)] : [],
        ),
      );
    const [float, sales, back] = [money(float_amount), subtract(paid(receipts, isHere), change), paid(refunds, isHere)];
    const [paidIn, paidOut] = [moved('pay_in'), moved('pay_out')];
    const expected = sum([float, sales, negate(back), paidIn, negate(paidOut)]);
    return { account_fk, float, sales, refunds: back, paidIn, paidOut, expected };
  });
  return {
    cash,
    receipts: receipts.length,
    refunds: refunds.length,
    sold: sum(receipts.map(({ total }) => money(total))),
    refunded: sum(refunds.map(({ total }) => money(total))),
    discounts: sum(lines.map(({ discount_amount }) => money(discount_amount))),
    taxes: sum(lines.map(({ tax_amount }) => money(tax_amount))),
    app: by('app'),
    credit: by('credit'),
  };
}

/** Counted numbers of notes; keys are the notes' values as decimal text. */
export type NoteCounts = Readonly<Record<string, number>>;

export const countedAmount = (counts: NoteCounts): Money =>
  Object.entries(counts).reduce((total, [note, count]) => add(total, timesOf(note, count)), ZERO);

const timesOf = (note: string, count: number): Money => toMoney(money(note) * BigInt(count));

export const denominationsOf = (counts: NoteCounts): NonNullable<CountEntry['accounts'][number]['denominations']> =>
  Object.entries(counts).flatMap(([value, count]) => (count > 0 ? [{ value, count }] : []));

/** Over is positive, short negative. */
export const differenceOf = (counted: string, { expected }: CashFigures): string =>
  printMoney(subtract(money(counted), expected));
