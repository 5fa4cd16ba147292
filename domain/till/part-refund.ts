/** A refund of some lines of a receipt, or of its rest, from an open drawer. */
import { decimalsOf, systemCurrency, timeOf, unitOf } from '../kernel/document-rules.ts';
import { readDate } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { add, lesser, type Money, magnitude, money, printMoney, subtract, ZERO } from '../kernel/money.ts';
import { Issues } from '../kernel/refusal.ts';
import { freeGoodsOf } from '../sales/free-goods.ts';
import { returnTotals } from '../sales/sale-return-totals.ts';
import { stepOf } from './change.ts';
import type { DrawerAccount } from './drawer.ts';
import type { RefundInput } from './pos-sale.schema.ts';
import type { PartRefund, PosPayment, PosSale, Refund, RefundedLine } from './pos-sale-events.ts';
import { drawerOf, isOf, paidAs, paymentFacts } from './pos-sale-rules.ts';
import { isAllBack, linesLeft, refundedLines } from './refunded-lines.ts';

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
  const lines = refundedLines(input.lines ?? linesLeft(data, refunds), data, refunds, issues);
  const own = drawer?.data.accounts.find(isOf(data.system_currency_fk));
  const total = totalOf(lines);
  const payments =
    input.payments?.map((payment, index) => paymentFacts(payment, `payments.${index}.`, drawer, facts, issues)) ??
    paidBack(receipt, lines, own);
  const given = { payments, system_currency_fk: data.system_currency_fk };
  checkPaidBack(total, given, data.customer_fk, facts, issues);
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

/** The fields that a refund copies from its receipt. */
export function refundOf({ data, refunds }: Pick<Refundable, 'data' | 'refunds'>) {
  const { outlet_fk, inventory_fk, customer_fk, currency_fk, system_currency_fk, decimals } = data;
  return {
    refund_id: refunds.length + 1,
    ...{ outlet_fk, inventory_fk, customer_fk, currency_fk, system_currency_fk },
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
 * The default ways of refunding: credit first, then app, then cash. The last partial refund takes the remainder of
 * each.
 */
function paidBack(receipt: Refundable, lines: readonly RefundedLine[], own: DrawerAccount | undefined): PosPayment[] {
  const { data, refunds } = receipt;
  const isLast = isAllBack(data, [...refunds, { lines }]);
  const system = data.system_currency_fk;
  const none = { currency_fk: system, rate_fk: null, rate: null };
  let rest = totalOf(lines);
  return (['credit', 'app', 'cash'] as const).flatMap((method): PosPayment[] => {
    const taken = subtract(paidAs(data, method), method === 'cash' ? money(data.change_amount ?? '0') : ZERO);
    const before = refunds.reduce((all, refund) => add(all, paidAs(refund, method)), ZERO);
    const left = subtract(taken, before);
    const amount = isLast ? left : lesser(rest, left);
    rest = subtract(rest, amount);
    const account = method === 'cash' ? own : undefined;
    if (amount <= 0n) return [];
    const of = { account_fk: account?.account_fk ?? null, account_type: account?.account_type ?? null };
    return [{ method, amount: printMoney(amount), ...none, ...of }];
  });
}

/** Checks that the refunded money equals the value of the goods, except for amounts below the rounding step. */
export function checkPaidBack(
  total: Money,
  given: Pick<PartRefund, 'payments' | 'system_currency_fk'>,
  customer: number | null,
  facts: Facts,
  issues: Issues,
): void {
  if (paidAs(given, 'credit') > 0n && customer === null) issues.add('customer_fk', 'required');
  const difference = subtract(paidAs(given, 'cash', 'app', 'credit'), total);
  if (magnitude(difference) < roundingStep(facts)) return;
  issues.add('payments', difference > 0n ? 'refund_too_much' : 'refund_too_little', { value: printMoney(total) });
}

/** The rounding step of cash in the system currency. */
export function roundingStep(facts: Facts): Money {
  const system = systemCurrency(facts);
  return stepOf(facts.record('system_setting', 1)?.data['cash_rounding_step'], system, unitOf(system, facts));
}
