/**
 * The X report of a drawer at any moment and its Z report at the closing: receipts and payments of each account, sales
 * and refunds. Cash is calculated by the posting functions (`domain/posting`), so that the report equals the books
 * exactly.
 */

import { cashKey } from '../chart/chart.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { postPartRefund, postPosReturn } from '../posting/pos-refund.ts';
import { postPosRefund, postPosSale } from '../posting/pos-sale.ts';
import { documentTotals } from '../pricing/totals.ts';
import { add, type Money, money, negate, subtract, sum, ZERO } from '../values/money.ts';
import type { Closing, Count, Drawer, DrawerAccount, PayIn, Payout } from './drawer-events.ts';
import { ownPart } from './drawer-rules.ts';
import { totalOf } from './receipts/part-refund.ts';
import type { PartRefund, PosReturn, PosSale, Refund } from './receipts/pos-sale-events.ts';

export interface ReportedDrawer {
  readonly accounts: Drawer['accounts'];
  readonly payins: readonly PayIn[];
  readonly payouts: readonly Payout[];
  readonly count: Count | null;
  readonly closing: Closing | null;
}

/** Sales and refunds at the drawer. */
export interface DrawerTrade {
  readonly receipts: readonly PosSale[];
  /** Refunds of whole receipts. */
  readonly refunds: readonly Refund[];
  readonly parts: readonly PartRefund[];
  readonly returns: readonly PosReturn[];
}

/** In the currency of the account. Undefined amounts are not known yet or not visible to the user. */
export interface AccountReport {
  readonly account: DrawerAccount;
  readonly float: Money;
  readonly paidIn: Money;
  readonly paidOut: Money;
  /** Cash of receipts, less change. */
  readonly sales: Money;
  readonly refunds: Money;
  /** Other changes of the account in the books: invoices paid into it in the back office, transfers. */
  readonly other: Money | undefined;
  readonly expected: Money | undefined;
  readonly counted: Money | undefined;
  /** Over is positive, short is negative. */
  readonly difference: Money | undefined;
  readonly left: Money | undefined;
}

/** Amounts are in the system currency. */
export interface DrawerReport {
  readonly accounts: readonly AccountReport[];
  readonly receipts: number;
  /** Number of receipts with an amount on account. */
  readonly invoices: number;
  readonly refundCount: number;
  readonly gross: Money;
  readonly discounts: Money;
  readonly taxes: Money;
  readonly sold: Money;
  readonly refunded: Money;
  /** Sales less refunds, by the payment app and on account. */
  readonly app: Money;
  readonly credit: Money;
  /**
   * Number of receipts and refunds that arrived after the count: their cash was counted as over and is in no account
   * here.
   */
  readonly late: number;
}

/** `levels` returns the present book balance by account; undefined when not visible to the user. */
export function drawerReport(
  drawer: ReportedDrawer,
  trade: DrawerTrade,
  levels: ReadonlyMap<number, Money> | undefined,
): DrawerReport {
  const sold = trade.receipts.flatMap((receipt) => postPosSale(receipt, NO_STREAM).lines);
  const back = [
    ...trade.refunds.map((refund) => postPosRefund(refund, NO_STREAM)),
    ...trade.parts.map((part) => postPartRefund(part, NO_STREAM)),
    ...trade.returns.map((goods) => postPosReturn(goods, NO_STREAM)),
  ].flatMap(({ lines }) => lines);
  const totals = trade.receipts.map((receipt) => documentTotals(receipt));
  const of = (key: string) =>
    sum([...sold, ...back].filter(({ account }) => account.key === key).map(({ base }) => base));
  return {
    accounts: drawer.accounts.map((account) => accountReport(account, drawer, { sold, back }, levels)),
    receipts: trade.receipts.length,
    invoices: trade.receipts.filter(({ payments }) => payments.some(({ method }) => method === 'credit')).length,
    refundCount: trade.refunds.length + trade.parts.length + trade.returns.length,
    gross: sum(totals.map(({ gross }) => gross)),
    discounts: sum(totals.map(({ itemDiscount, invoiceDiscount }) => add(itemDiscount, invoiceDiscount))),
    taxes: sum(totals.map(({ tax }) => tax)),
    sold: sum(
      trade.receipts.map(({ printed_total }, index) =>
        printed_total === undefined ? (totals[index]?.total ?? ZERO) : money(printed_total),
      ),
    ),
    refunded: sum([
      ...trade.refunds.map(({ receipt }) => documentTotals(receipt).total),
      ...[...trade.parts, ...trade.returns].map(({ lines }) => totalOf(lines)),
    ]),
    app: of('app-clearing'),
    credit: of('receivable'),
    late: [...trade.receipts, ...trade.parts, ...trade.returns].filter(({ is_late }) => is_late).length,
  };
}

/** A placeholder stream: the cash lines do not depend on it. */
const NO_STREAM = 'pos_sale-0';

function accountReport(
  account: DrawerAccount,
  { payins, payouts, count, closing }: ReportedDrawer,
  { sold, back }: { readonly sold: readonly EntryLine[]; readonly back: readonly EntryLine[] },
  levels: ReadonlyMap<number, Money> | undefined,
): AccountReport {
  const isOf = ({ account_fk }: { readonly account_fk: number }) => account_fk === account.account_fk;
  const cash = (lines: readonly EntryLine[]) =>
    sum(
      lines
        .filter(({ account: { key, of } }) => key === cashKey(account.account_type) && of === account.account_fk)
        .map(({ foreign }) => foreign),
    );
  const moved = (moves: readonly (PayIn | Payout)[]) =>
    sum(moves.filter((move) => isOf(move.account) && !move.is_late).map(({ amount }) => money(amount)));
  const [paidIn, paidOut, sales, refunds] = [moved(payins), moved(payouts), cash(sold), negate(cash(back))];
  const float = money(account.float_amount);
  const closed = closing?.accounts.find(isOf);
  const level = levels?.get(account.account_fk);
  const expected = closed ? money(closed.expected_amount) : level === undefined ? undefined : ownPart(level, account);
  const own = count?.accounts.find(isOf)?.counted_amount ?? closed?.counted_amount;
  const counted = own === undefined ? undefined : money(own);
  const known = sum([float, paidIn, negate(paidOut), sales, negate(refunds)]);
  return {
    account,
    float,
    paidIn,
    paidOut,
    sales,
    refunds,
    expected,
    counted,
    other: expected === undefined ? undefined : subtract(expected, known),
    difference: counted === undefined || expected === undefined ? undefined : subtract(counted, expected),
    left: closed ? money(closed.left_amount) : undefined,
  };
}
