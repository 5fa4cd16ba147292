/** What a receipt must be: an open drawer of the cashier, lines as of a sale, and payments that cover the total. */
import { checkPlace, decimalsOf, known, settleRate, systemCurrency, timeOf, unitOf } from '../kernel/document-rules.ts';
import { readDate } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { type Money, money, printMoney, readMoney, sum, ZERO } from '../kernel/money.ts';
import { convert, rate } from '../kernel/rate.ts';
import { Issues } from '../kernel/refusal.ts';
import { checkPrices } from '../sales/price-rules.ts';
import { checkPricedLines } from '../sales/priced-lines.ts';
import { lineFacts } from '../sales/sale-rules.ts';
import { documentTotals } from '../sales/totals.ts';
import { changeOf, stepOf } from './change.ts';
import { DRAWER, type DrawerAccount, type DrawerState } from './drawer.ts';
import type { PosSaleInput, RefundInput } from './pos-sale.schema.ts';
import type { PosPayment, PosSale, Refund } from './pos-sale-events.ts';

type OpenedDrawer = Exclude<DrawerState, { status: 'none' }>;

export function receiptFacts(input: PosSaleInput, facts: Facts): PosSale {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const drawer = drawerOf(input.drawer_fk, input.outlet_fk, facts, issues);
  const system = systemCurrency(facts);
  const lines = lineFacts(input.lines, facts, issues, { ...input, currency_fk: system });
  const payments = (input.payments ?? []).map((payment, index) =>
    paymentFacts(payment, `payments.${index}.`, drawer, facts, issues),
  );
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    drawer_fk: input.drawer_fk,
    customer_fk: input.customer_fk ?? null,
    date: input.date,
    time: timeOf(input, facts),
    currency_fk: system,
    system_currency_fk: system,
    ...decimalsOf(system, facts),
    discount: input.discount ?? null,
    delivery_charge: null,
    rounding_step: null,
    replaces_fk: input.replaces_fk ?? null,
    note: input.note ?? null,
    payments,
    change_amount: null,
    change_account_fk: null,
    change_account_type: null,
    is_late: false,
    lines,
  };
}

/** The drawer is of the outlet and of the person; one that was closed takes only receipts of before. */
function drawerOf(id: number, outlet: number, facts: Facts, issues: Issues): OpenedDrawer | undefined {
  const state = facts.document<DrawerState>(DRAWER, id);
  if (!state || state.status === 'none') {
    issues.add('drawer_fk', 'unknown_record');
    return undefined;
  }
  if (state.data.outlet_fk !== outlet) issues.add('drawer_fk', 'not_of_the_outlet');
  if (state.data.user_fk !== facts.actor.user_id && !facts.actor.can('pos_admin_sales/store')) {
    issues.add('drawer_fk', 'not_your_drawer');
  }
  return state;
}

type PaymentInput = NonNullable<PosSaleInput['payments']>[number];

function paymentFacts(
  payment: PaymentInput,
  prefix: string,
  drawer: OpenedDrawer | undefined,
  facts: Facts,
  issues: Issues,
): PosPayment {
  if ((readMoney(payment.amount) ?? ZERO) <= 0n) issues.add(`${prefix}amount`, 'greater_than', { value: '0' });
  const system = systemCurrency(facts);
  const none = { currency_fk: system, rate_fk: null, rate: null, account_fk: null, account_type: null };
  const { method, amount } = payment;
  if (method !== 'cash') return { method, amount, ...none };
  const account = drawer?.data.accounts.find(({ account_fk }) => account_fk === payment.account_fk);
  if (!account) {
    if (drawer) issues.add(`${prefix}account_fk`, payment.account_fk ? 'not_of_the_drawer' : 'required');
    return { method, amount, ...none };
  }
  const { currency_fk, account_fk, account_type } = account;
  const named = { rate_fk: payment.rate_fk ?? account.rate_fk, rate: payment.rate ?? null, currency_fk };
  const { rate_fk, rate: at } = settleRate(named, 'in', facts, issues, prefix);
  return { method, amount, currency_fk, rate_fk, rate: at, account_fk, account_type };
}

/** What a payment is worth in the system currency. */
export function baseAmountOf({ amount, currency_fk, rate: at }: PosPayment, system: number): Money {
  return convert(money(amount), currency_fk, system, at === null ? undefined : rate(at));
}

/** Completing asks beyond the draft: lines, prices, payments that cover the total, and a drawer that takes them. */
export function completedReceipt(draft: PosSale, facts: Facts): PosSale {
  const issues = new Issues();
  const drawer = drawerOf(draft.drawer_fk, draft.outlet_fk, facts, issues);
  issues.throwIfAny();
  const isLate = drawer?.status !== 'open';
  if (isLate && !isBeforeClosing(draft, drawer)) issues.add('drawer_fk', 'drawer_is_not_open');
  const system = draft.system_currency_fk;
  const own = drawer?.data.accounts.find(({ currency_fk }) => currency_fk === system);
  const totals = documentTotals(draft);
  checkPricedLines(draft, totals, issues);
  checkPrices(draft, totals, facts, issues);
  const paidAs = (...methods: PosPayment['method'][]) =>
    sum(
      draft.payments.filter(({ method }) => methods.includes(method)).map((payment) => baseAmountOf(payment, system)),
    );
  const [cash, other] = [paidAs('cash'), paidAs('app', 'credit')];
  if (paidAs('credit') > 0n && draft.customer_fk === null) issues.add('customer_fk', 'required');
  if (totals.total <= 0n && cash > 0n) issues.add('payments', 'nothing_to_pay');
  if (other > totals.total) issues.add('payments', 'paid_too_much');
  const step = stepOf(facts.record('system_setting', 1)?.data['cash_rounding_step'], unitOf(system, facts));
  const change = changeOf(totals.total, cash, other, step);
  if (change === undefined) issues.add('payments', 'paid_too_little');
  if (change && !own) issues.add('drawer_fk', 'no_drawer_account_for_change');
  issues.throwIfAny();
  return {
    ...draft,
    change_amount: printMoney(change ?? ZERO),
    change_account_fk: own?.account_fk ?? null,
    change_account_type: own?.account_type ?? null,
    is_late: isLate,
  };
}

/** A receipt that arrives late was made while its drawer was still open. */
function isBeforeClosing(receipt: PosSale, drawer: OpenedDrawer | undefined): boolean {
  const closing = drawer?.closing;
  if (!closing) return false;
  const moment = (of: { readonly date: string; readonly time: string | null }) => `${of.date} ${of.time ?? '23:59:59'}`;
  return receipt.time !== null && moment(receipt) < moment(closing);
}

/** All of it goes back as it was paid: cash out of a drawer that is open, the rest off the app and the customer. */
export function refundFacts(input: RefundInput, receipt: PosSale, facts: Facts): Refund {
  const issues = new Issues();
  if (!readDate(input.date)) issues.add('date', 'date');
  else if (input.date < receipt.date) issues.add('date', 'before_the_document', { value: receipt.date });
  const drawer = drawerOf(input.drawer_fk, receipt.outlet_fk, facts, issues);
  if (drawer && drawer.status !== 'open') issues.add('drawer_fk', 'drawer_is_not_open');
  const account = drawer?.data.accounts.find(isOf(receipt.system_currency_fk));
  if (drawer && !account) issues.add('drawer_fk', 'no_drawer_account_for_change');
  issues.throwIfAny();
  return {
    drawer_fk: input.drawer_fk,
    date: input.date,
    time: timeOf(input, facts),
    account_fk: account?.account_fk ?? 0,
    account_type: account?.account_type ?? 1,
    reason: input.reason,
    receipt,
  };
}

const isOf = (currency: number) => (account: DrawerAccount) => account.currency_fk === currency;
