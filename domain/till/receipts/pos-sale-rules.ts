/** Rules of a receipt: an open drawer of the cashier, lines as in a sale, and payments that cover the total. */

import { customerPrice } from '../../catalogue/customer-price.ts';
import type { WrittenLine } from '../../catalogue/line-items.ts';
import { dueByTerms } from '../../debts/due-date.ts';
import { checkOverdue } from '../../debts/overdue.ts';
import type { Facts } from '../../deciding/facts.ts';
import {
  checkPlace,
  decimalsOf,
  known,
  settleRate,
  systemCurrency,
  timeOf,
  unitOf,
} from '../../documents/document-rules.ts';
import { freeGoodsBySetting } from '../../pricing/free-goods.ts';
import { type DocumentTotals, documentTotals } from '../../pricing/totals.ts';
import { checkPrices } from '../../sales/price-rules.ts';
import { checkPricedLines } from '../../sales/priced-lines.ts';
import { checkPromotions, namedPromotions, promotionResults } from '../../sales/promotion-rules.ts';
import { lineFacts } from '../../sales/sale-rules.ts';
import type { DueDay } from '../../values/due-day.ts';
import { readDate } from '../../values/effective-date.ts';
import { type Money, money, printMoney, readMoney, sum, ZERO } from '../../values/money.ts';
import { convert, rate } from '../../values/rate.ts';
import { Issues } from '../../values/refusal.ts';
import { DRAWER } from '../drawer.ts';
import type { DrawerAccount, DrawerState } from '../drawer-events.ts';
import { isBeforeClosing, type OpenedDrawer } from '../drawer-rules.ts';
import { discountLimit, largeDiscounts } from '../till-limits.ts';
import { changeOf, stepOf } from './change.ts';
import { checkReplaced, RECEIPT, reasonOf } from './corrected-receipt.ts';
import type { PosSaleInput, RefundInput } from './pos-sale.schema.ts';
import type { PosPayment, PosSale, Refund } from './pos-sale-events.ts';

/** `before` is the held receipt that is changed. */
export function receiptFacts(input: PosSaleInput, facts: Facts, before?: PosSale): PosSale {
  const issues = new Issues();
  const drawer = drawerOf(input.drawer_fk, input.outlet_fk, facts, issues);
  const payments = (input.payments ?? []).map((payment, index) =>
    paymentFacts(payment, `payments.${index}.`, drawer, facts, issues),
  );
  const receipt = { ...soldFacts(input, facts, issues, before?.lines), ...reasonOf(input, issues), payments };
  const { replaces_fk } = receipt;
  if (replaces_fk !== null && !facts.document(RECEIPT, replaces_fk)) issues.add('replaces_fk', 'unknown_record');
  const promoted = withPromotions(receipt, input.promotions ?? [], facts, issues);
  issues.throwIfAny();
  return promoted;
}

type Sold = Omit<PosSaleInput, 'payments' | 'status' | 'attachments'>;

/** The sold goods, place and customer, without payments. */
export function soldFacts(input: Sold, facts: Facts, issues: Issues, written?: readonly WrittenLine[]): PosSale {
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const system = systemCurrency(facts);
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
    payments: [],
    change_amount: null,
    change_account_fk: null,
    change_account_type: null,
    is_late: false,
    lines: lineFacts(input.lines, facts, issues, { ...input, currency_fk: system, written }),
  };
}

type Named = NonNullable<PosSaleInput['promotions']>;

/** The receipt with the results of its promotions; adds issues for unknown ones. */
export function withPromotions(receipt: PosSale, named: Named, facts: Facts, issues: Issues): PosSale {
  const promotions = namedPromotions(named, receipt.lines, facts, issues);
  return promotions.length === 0 ? receipt : { ...receipt, promotions: promotionResults(receipt, promotions, facts) };
}

/**
 * Checks lines, prices, promotions and discounts, and returns the total. Promotions that credit money are refused at a
 * till.
 */
export function checkSold(receipt: PosSale, facts: Facts, issues: Issues): Money {
  const totals = documentTotals(receipt);
  checkPricedLines(receipt, totals, issues);
  checkPrices(receipt, totals, facts, issues);
  checkPromotions(receipt, facts, issues);
  (receipt.promotions ?? []).forEach(({ amount }, index) => {
    if (amount !== null) issues.add(`promotions.${index}.promotion_fk`, 'not_of_the_promotion');
  });
  checkDiscounts(receipt, totals, facts, issues);
  return totals.total;
}

/** Prices and discounts beyond the limit of the settings, at a till those that no authorised supervisor approved. */
function checkDiscounts(receipt: PosSale, totals: DocumentTotals, facts: Facts, issues: Issues): void {
  const promised = promisedIn(receipt);
  const lines = totals.lines.flatMap((amounts, index) => {
    const line = receipt.lines[index];
    if (!line) return [];
    const listed = customerPrice(line, receipt, facts);
    const { quantity, bonus_quantity } = line;
    return [{ ...amounts, quantity, bonus_quantity, listed, decided: promised(line) }];
  });
  const unit = unitOf(receipt.system_currency_fk, facts);
  for (const { field, message, params } of largeDiscounts(lines, discountLimit(facts), unit, facts)) {
    issues.add(field, message, params);
  }
}

/** What a person decided of a line: a promotion that it names gives its discount, or its free goods. */
function promisedIn({ promotions = [], lines }: PosSale) {
  const isOfInvoice = promotions.some(
    ({ promotion_fk, reward_type }) =>
      reward_type === 'get_discount' && !lines.some((line) => line.promotion_fk === promotion_fk),
  );
  return ({ promotion_fk }: PosSale['lines'][number]) => {
    const reward = promotions.find((promotion) => promotion.promotion_fk === promotion_fk)?.reward_type;
    return { ofLine: reward !== 'get_discount', ofInvoice: !isOfInvoice, isFree: reward !== 'get_free' };
  };
}

/**
 * The drawer must belong to the outlet and the actor; a closed drawer accepts only receipts from before the closing.
 */
export function drawerOf(id: number, outlet: number, facts: Facts, issues: Issues): OpenedDrawer | undefined {
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

export function paymentFacts(
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
  if (method !== 'cash') return { method, amount, ...none, ...referenceOf(payment) };
  const account = drawer?.data.accounts.find(({ account_fk }) => account_fk === payment.account_fk);
  if (!account) {
    if (drawer) issues.add(`${prefix}account_fk`, payment.account_fk ? 'not_of_the_drawer' : 'required');
    return { method, amount, ...none };
  }
  const { currency_fk, account_fk, account_type } = account;
  // Without a rate in the payment, the drawer's rate applies, which may have been typed when the drawer was opened.
  const typed = payment.rate_fk || account.rate_fk ? null : account.rate;
  const named = { rate_fk: payment.rate_fk ?? account.rate_fk, rate: payment.rate ?? typed, currency_fk };
  const { rate_fk, rate: at } = settleRate(named, 'in', facts, issues, prefix);
  return { method, amount, currency_fk, rate_fk, rate: at, account_fk, account_type };
}

export const referenceOf = ({ reference_number }: Pick<PaymentInput, 'reference_number'>) =>
  reference_number ? { reference_number } : {};

/** The amount of a payment in the system currency. */
export function baseAmountOf({ amount, currency_fk, rate: at }: PosPayment, system: number): Money {
  return convert(money(amount), currency_fk, system, at === null ? undefined : rate(at));
}

/** The total paid in these ways, in the system currency. */
export const paidAs = (
  { payments, system_currency_fk: system }: Pick<PosSale, 'payments' | 'system_currency_fk'>,
  ...methods: PosPayment['method'][]
): Money =>
  sum(payments.filter(({ method }) => methods.includes(method)).map((payment) => baseAmountOf(payment, system)));

/** A sale on account needs a customer, who has no debt beyond the allowed days except that of the replaced receipt. */
export function checkCredit(receipt: PosSale, facts: Facts, issues: Issues): void {
  if (paidAs(receipt, 'credit') <= 0n) return;
  const { customer_fk, date, replaces_fk } = receipt;
  if (customer_fk === null) issues.add('customer_fk', 'required');
  else checkOverdue(customer_fk, date, facts, issues, `${RECEIPT}-${replaces_fk}`);
}

/** The due day of what is sold on credit, by the customer's terms when it happened. */
export const dueOfCredit = (receipt: PosSale, facts: Facts): DueDay =>
  paidAs(receipt, 'credit') > 0n
    ? dueByTerms(receipt.date, { kind: 'customer', id: receipt.customer_fk }, facts.past ?? facts)
    : {};

/** Additional rules of completion: lines, prices, payments that cover the total, and an accepting drawer. */
export function completedReceipt(draft: PosSale, facts: Facts): PosSale {
  const issues = new Issues();
  const drawer = drawerOf(draft.drawer_fk, draft.outlet_fk, facts, issues);
  checkReplaced(draft, facts, issues);
  issues.throwIfAny();
  const isLate = drawer?.status !== 'open';
  if (isLate && !(drawer && isBeforeClosing(draft, drawer))) issues.add('drawer_fk', 'drawer_is_not_open');
  const system = draft.system_currency_fk;
  const own = drawer?.data.accounts.find(isOf(system));
  const receipt = draft.promotions ? { ...draft, promotions: promotionResults(draft, draft.promotions, facts) } : draft;
  const total = checkSold(receipt, facts, issues);
  const [cash, other] = [paidAs(draft, 'cash'), paidAs(draft, 'app', 'credit')];
  checkCredit(draft, facts, issues);
  if (total <= 0n && cash > 0n) issues.add('payments', 'nothing_to_pay');
  if (other > total) issues.add('payments', 'paid_too_much');
  const step = stepOf(facts.record('system_setting', 1)?.data['cash_rounding_step'], system, unitOf(system, facts));
  const change = changeOf(total, cash, other, step);
  if (change === undefined) issues.add('payments', 'paid_too_little');
  if (change && !own) issues.add('drawer_fk', 'no_drawer_account_for_change');
  issues.throwIfAny();
  return {
    ...receipt,
    ...dueOfCredit(receipt, facts),
    ...freeGoodsBySetting(receipt.lines, facts),
    change_amount: printMoney(change ?? ZERO),
    change_account_fk: own?.account_fk ?? null,
    change_account_type: own?.account_type ?? null,
    is_late: isLate,
  };
}

/**
 * A full refund uses the ways of the payment: cash from an open drawer, the rest off the app and the customer's
 * credit.
 */
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

export const isOf = (currency: number) => (account: DrawerAccount) => account.currency_fk === currency;
