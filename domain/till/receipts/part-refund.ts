/** A refund of some lines of a receipt, or of its rest, from an open drawer. */

import { customerPrice } from '../../catalogue/customer-price.ts';
import type { Facts } from '../../deciding/facts.ts';
import { decimalsOf, systemCurrency, timeOf, unitOf } from '../../documents/document-rules.ts';
import { freeGoodsOf } from '../../pricing/free-goods.ts';
import { returnTotals } from '../../pricing/sale-return-totals.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { checkCopied, inReturnedUnits, unitFields } from '../../sales/goods-return.ts';
import { askAboutGifts, giftTerms, worthToKeep } from '../../sales/returned-gifts.ts';
import { readDate } from '../../values/effective-date.ts';
import { add, lesser, type Money, magnitude, money, printMoney, subtract, sum, ZERO } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import type { DrawerAccount } from '../drawer-events.ts';
import { cashBack, stepOf } from './change.ts';
import type { RefundInput } from './pos-sale.schema.ts';
import type { PartRefund, PosPayment, PosSale, Refund, RefundedLine } from './pos-sale-events.ts';
import { drawerOf, isOf, paidAs, paymentFacts } from './pos-sale-rules.ts';
import { backOf, countedFor, isAllBack, linesLeft, refundedLines, returnsOf } from './refunded-lines.ts';

export interface Refundable {
  readonly data: PosSale;
  /** The refund of the whole receipt at once. */
  readonly refund: Refund | null;
  readonly refunds: readonly PartRefund[];
}

export function partRefund(input: RefundInput, receipt: Refundable, facts: Facts): PartRefund {
  const { data, refunds } = receipt;
  const issues = new Issues();
  if (!readDate(input.date)) issues.add('date', 'date');
  else if (input.date < data.date) issues.add('date', 'before_the_document', { value: data.date });
  const drawer = drawerOf(input.drawer_fk, data.outlet_fk, facts, issues);
  if (drawer && drawer.status !== 'open') issues.add('drawer_fk', 'drawer_is_not_open');
  const named = input.lines ? inUnits(input.lines, data, facts, issues) : linesLeft(data, refunds);
  const back = refundedLines(named, data, refunds, issues);
  const ids = back.map(({ line_id }) => line_id);
  askAboutGifts(data, returnsOf(refunds, back), ids, facts, issues);
  const lines = withGiftWorth(back, receipt, facts);
  const own = drawer?.data.accounts.find(isOf(data.system_currency_fk));
  const total = totalOf(lines);
  const payments =
    input.payments?.map((payment, index) => paymentFacts(payment, `payments.${index}.`, drawer, facts, issues)) ??
    paidBack(receipt, lines, own, facts);
  const given = { payments, system_currency_fk: data.system_currency_fk };
  checkPaidBack(total, given, data.customer_fk, { facts, issues, before: paidBefore(receipt) });
  if (drawer && !own && paidAs(given, 'cash') > 0n && !input.payments) {
    issues.add('drawer_fk', 'no_drawer_account_for_change');
  }
  issues.throwIfAny();
  return {
    ...refundOf(receipt),
    drawer_fk: input.drawer_fk,
    ...momentOf(input, facts),
    lines,
    ...given,
    reason: input.reason,
  };
}

/** The named lines in their units: those of the receipt, unless another unit of the item is entered. */
function inUnits(lines: NonNullable<RefundInput['lines']>, { lines: sold }: PosSale, facts: Facts, issues: Issues) {
  const units = inReturnedUnits(lines, 'line_id', { lines: sold }, facts, issues);
  checkCopied(lines, 'line_id', units, 'not_of_the_sale', issues);
  return lines.map((line) => ({ ...line, ...unitFields(units.find(({ line_id }) => line_id === line.line_id)) }));
}

/** A gift that comes back after a till kept its worth brings its worth with it, on its line. */
function withGiftWorth(
  lines: readonly RefundedLine[],
  { data, refunds }: Pick<Refundable, 'data' | 'refunds'>,
  facts: Facts,
): readonly RefundedLine[] {
  const kept = keptForGifts(data, refunds);
  if (kept === 0n) return lines;
  const listed = (item_fk: number, unit_fk: number) => customerPrice({ item_fk, unit_fk }, data, facts);
  const worth = worthToKeep(data, { ...returnsOf(refunds, lines), kept, listed }, giftTerms(facts));
  const at = worth < 0n ? lines.findIndex(({ bonus_quantity }) => bonus_quantity) : -1;
  return lines.map((line, index) =>
    index === at ? { ...line, gross_amount: printMoney(subtract(money(line.gross_amount), worth)) } : line,
  );
}

/** What earlier refunds paid less than was paid for their goods. */
export function keptForGifts(receipt: PosSale, refunds: Refundable['refunds']): Money {
  const ids = new Set(refunds.flatMap(({ lines }) => lines.map(({ line_id }) => line_id)));
  const all = receipt.lines
    .filter(({ line_id }) => ids.has(line_id))
    .map((line) => countedFor(line, backOf(refunds, line.line_id), refunds));
  const due = totalOf(refundedLines(all, receipt, [], new Issues()));
  const kept = subtract(due, sum(refunds.map(({ lines }) => totalOf(lines))));
  return kept > 0n ? kept : ZERO;
}

/** The fields that a refund copies from its receipt. */
export function refundOf({ data, refunds }: Pick<Refundable, 'data' | 'refunds'>) {
  const { outlet_fk, inventory_fk, customer_fk, currency_fk, system_currency_fk, decimals } = data;
  return {
    refund_id: refunds.length + 1,
    outlet_fk,
    inventory_fk,
    customer_fk,
    currency_fk,
    system_currency_fk,
    ...(decimals === undefined ? {} : { decimals }),
    ...freeGoodsOf(data),
    sale_date: data.date,
    number: null,
    is_late: false,
  };
}

export const momentOf = (input: { readonly date: string; readonly time?: string | null }, facts: Facts) => ({
  date: input.date,
  time: timeOf(input, facts),
});

/** Place, currency and time of goods returned without a receipt, in the system currency. */
export function placeOf(
  input: { readonly outlet_fk: number; readonly inventory_fk: number; readonly customer_fk?: number | null },
  facts: Facts,
) {
  const system = systemCurrency(facts);
  return {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    customer_fk: input.customer_fk ?? null,
    currency_fk: system,
    system_currency_fk: system,
    ...decimalsOf(system, facts),
  };
}

export const totalOf = (lines: readonly RefundedLine[]): Money => returnTotals({ lines, rounding_step: null }).total;

/**
 * The default ways of refunding: credit first, then app, then cash. Cash is paid in notes: that of all parts together is
 * rounded, and the refund that completes the receipt takes the rest of what was kept.
 */
function paidBack(
  receipt: Refundable,
  lines: readonly RefundedLine[],
  own: DrawerAccount | undefined,
  facts: Facts,
): PosPayment[] {
  const { data, refunds } = receipt;
  const system = data.system_currency_fk;
  const none = { currency_fk: system, rate_fk: null, rate: null };
  const backAs = (method: PosPayment['method']) => sum(refunds.map((refund) => paidAs(refund, method)));
  let rest = totalOf(lines);
  const other = (['credit', 'app'] as const).flatMap((method): PosPayment[] => {
    const amount = lesser(rest, subtract(paidAs(data, method), backAs(method)));
    if (amount <= 0n) return [];
    rest = subtract(rest, amount);
    return [{ method, amount: printMoney(amount), ...none, account_fk: null, account_type: null }];
  });
  const before = backAs('cash');
  const kept = subtract(paidAs(data, 'cash'), money(data.change_amount ?? '0'));
  const { due, paid } = paidBefore(receipt);
  // What earlier refunds owed and did not pay otherwise, and the rest of this one.
  const together = add(subtract(due, subtract(paid, before)), rest);
  const isLast = isAllBack(data, [...refunds, { lines }]) && isAtPaidAmounts(receipt, lines);
  const cash = isLast ? subtract(kept, before) : cashBack({ due: together, kept, before }, roundingStep(facts));
  if (cash <= 0n) return other;
  const account = { account_fk: own?.account_fk ?? null, account_type: own?.account_type ?? null };
  return [...other, { method: 'cash', amount: printMoney(cash), ...none, ...account }];
}

/** False where the worth of a gift was kept: then less than everything is paid back. */
function isAtPaidAmounts({ data, refunds }: Refundable, lines: readonly RefundedLine[]): boolean {
  const all = sum([...refunds, { lines }].map((refund) => totalOf(refund.lines)));
  return all === documentTotals(data).total;
}

/** The refunds of a receipt so far, in the system currency. */
export interface PaidBefore {
  /** The value of their goods. */
  readonly due: Money;
  /** Their money. */
  readonly paid: Money;
  /** What the receipt kept of the money that was paid for it. */
  readonly kept: Money;
}

export function paidBefore({ data, refund, refunds }: Refundable): PaidBefore {
  const kept = subtract(paidAs(data, 'cash', 'app', 'credit'), money(data.change_amount ?? '0'));
  const { total } = documentTotals(data);
  return {
    due: add(sum(refunds.map(({ lines }) => totalOf(lines))), refund ? total : ZERO),
    paid: add(sum(refunds.map((part) => paidAs(part, 'cash', 'app', 'credit'))), refund ? kept : ZERO),
    kept,
  };
}

export interface Checking {
  readonly facts: Facts;
  readonly issues: Issues;
  /** Undefined for goods without a receipt. */
  readonly before?: PaidBefore;
}

/**
 * Checks that the refunded money equals the value of the goods, together with earlier refunds of the receipt, except for
 * amounts below the rounding step; and that it is never more in all than was kept.
 */
export function checkPaidBack(
  total: Money,
  given: Pick<PartRefund, 'payments' | 'system_currency_fk'>,
  customer: number | null,
  { facts, issues, before }: Checking,
): void {
  if (paidAs(given, 'credit') > 0n && customer === null) issues.add('customer_fk', 'required');
  const paid = paidAs(given, 'cash', 'app', 'credit');
  const due = before ? subtract(add(before.due, total), before.paid) : total;
  const left = before && subtract(before.kept, before.paid);
  if (left !== undefined && paid > 0n && paid > left) {
    issues.add('payments', 'refund_above_kept', { value: printMoney(left > 0n ? left : ZERO) });
    return;
  }
  // Of a receipt for which less was kept than its total, no more than that comes back.
  const owed = left === undefined ? due : lesser(due, left);
  const difference = subtract(paid, owed);
  if (magnitude(difference) < roundingStep(facts)) return;
  const value = printMoney(owed > 0n ? owed : ZERO);
  if (difference < 0n) issues.add('payments', 'refund_too_little', { value });
  // Earlier refunds may have paid too much; one that pays nothing adds nothing to that.
  else if (paid > 0n) issues.add('payments', 'refund_too_much', { value });
}

/** The rounding step of cash in the system currency. */
export function roundingStep(facts: Facts): Money {
  const system = systemCurrency(facts);
  return stepOf(facts.record('system_setting', 1)?.data['cash_rounding_step'], system, unitOf(system, facts));
}
