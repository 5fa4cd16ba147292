/** Rules of an online order on entry, confirmation, delivery and cancellation; prices follow the rules of a sale. */

import { mayGoBelowZero } from '../../batches/negative-stock.ts';
import { typedDueDay, withDueDay } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { inMoney, isSameRate, known, settlePayment, timeOf } from '../../documents/document-rules.ts';
import { moneyOf, moneyTerms, settledMoney } from '../../documents/other-money.ts';
import { promisedMinutes } from '../../mobile/delivery-charge.ts';
import { freeGoodsBySetting, withoutFreeGoods } from '../../pricing/free-goods.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { amountIn } from '../../values/amount-in.ts';
import { readDate } from '../../values/effective-date.ts';
import { lesser, money, printMoney, subtract, ZERO } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import type { Sale } from '../sale-events.ts';
import { completedSale, isPricedAlike, roundingStep } from '../sale-rules.ts';
import type {
  CancelInput,
  ConfirmInput,
  DeliverOrderInput,
  GiveToDriverInput,
  OnlineOrderInput,
} from './online-order.schema.ts';
import type { Cancelled, Confirmed, Delivery, OnlineOrder, Prepayment } from './online-order-events.ts';
import { orderedFacts } from './ordered-facts.ts';
import { checkReservable } from './reservable-goods.ts';

export function orderFacts(input: OnlineOrderInput, facts: Facts): OnlineOrder {
  const { prepayment: paid } = input;
  const sale = orderedFacts(input, facts);
  if (!paid) return sale;
  const issues = new Issues();
  const order = { ...sale, prepayment: prepaymentFacts(paid, sale, facts, issues) };
  checkPrepaid(order, facts, issues);
  issues.throwIfAny();
  return order;
}

/** The prepayment, its currency and its rate cannot be changed: the order is cancelled instead. */
export function changedFacts(input: OnlineOrderInput, before: OnlineOrder, facts: Facts): OnlineOrder {
  const { prepayment: paid } = input;
  const { prepayment } = before;
  const sale = orderedFacts(input, facts, before);
  const issues = new Issues();
  if (paid && !isPaidAlike(paid, prepayment)) issues.add('prepayment', 'cannot_be_changed');
  if (prepayment) {
    for (const field of ['customer_fk', 'outlet_fk', 'currency_fk', 'rate'] as const) {
      if (sale[field] !== before[field]) issues.add(field, 'cannot_be_changed');
    }
    checkPrepaid({ ...sale, prepayment }, facts, issues);
  }
  issues.throwIfAny();
  const isAsPlaced = before.is_as_placed && isPricedAlike(sale, before);
  return { ...sale, ...(prepayment ? { prepayment } : {}), ...(isAsPlaced ? { is_as_placed: true as const } : {}) };
}

type PrepaymentInput = NonNullable<OnlineOrderInput['prepayment']>;

/** The rate and the money may be left out. */
function isPaidAlike(paid: PrepaymentInput, before: Prepayment | undefined): boolean {
  if (before?.account_fk !== paid.account_fk || before.amount !== paid.amount) return false;
  const isRate = !paid.paid_rate || isSameRate(paid.paid_rate, before.paid_rate);
  return isRate && (!paid.money_amount || paid.money_amount === before.money_amount);
}

function prepaymentFacts(
  { amount, account_fk, ...given }: PrepaymentInput,
  sale: Sale,
  facts: Facts,
  issues: Issues,
): Prepayment {
  if (sale.customer_fk === null) issues.add('customer_fk', 'required');
  if (money(amount) <= 0n) issues.add('prepayment.amount', 'greater_than', { value: '0' });
  const { outlet_fk, currency_fk, rate, date, time } = sale;
  const payment = { outlet_fk, currency_fk, rate, date, payment_type: 'cash', account_fk, amount, ...given } as const;
  const { account_type } = settlePayment(inMoney(payment, facts), null, '', facts, issues, 'prepayment.');
  const paid = settledMoney(payment, 'in', facts, issues, 'prepayment.');
  return { amount, account_fk, account_type: account_type ?? 1, date, time, ...paid };
}

/**
 * A credit and a debt of one document and day would be one open item, so the rest after a prepayment is paid in cash.
 */
function checkPrepaid(order: OnlineOrder & { readonly prepayment: Prepayment }, facts: Facts, issues: Issues): void {
  const { total } = documentTotals(order);
  const { amount } = order.prepayment;
  if (money(amount) > total) {
    issues.add('prepayment.amount', 'prepayment_above_total', {
      amount: amountIn(amount, order.currency_fk, facts),
      value: amountIn(printMoney(total), order.currency_fk, facts),
    });
  }
  if (order.payment_type !== 'cash') issues.add('payment_type', 'rest_in_cash');
}

/** The order with another driver, or without one. */
export function withDriver({ driver_fk: _before, ...order }: OnlineOrder, driver_fk: number | null): OnlineOrder {
  return driver_fk === null ? order : { ...order, driver_fk };
}

export function driverFacts({ driver_fk }: GiveToDriverInput, facts: Facts): number | null {
  const issues = new Issues();
  known(facts, issues, 'driver_fk', 'user', driver_fk);
  issues.throwIfAny();
  return driver_fk;
}

export function confirmed(order: OnlineOrder, { accepted_minutes }: ConfirmInput, facts: Facts): Confirmed {
  // Where stock may go below zero, orders reserve nothing.
  const reserves = !mayGoBelowZero(order.inventory_fk, facts);
  if (reserves) checkReservable(order, facts);
  return {
    // The server priced an order that its customer placed: a new rate or price since does not change it.
    order: { ...order, ...completedSale(order, facts, { pricesAgreed: order.is_as_placed === true }) },
    accepted_minutes:
      accepted_minutes === undefined ? promisedMinutes(order.delivery_zone_fk, facts) : accepted_minutes,
    reserves,
  };
}

/** The sale as delivered and paid. Its promotions keep the results of the day of the order. */
export function deliveredFacts(order: OnlineOrder, input: DeliverOrderInput, facts: Facts): Delivery {
  const issues = new Issues();
  const { prepayment, online_customer_fk: _customer, delivery_zone_fk: _zone, driver_fk: _driver, ...own } = order;
  const { is_as_placed: _placed, paid_currency_fk: _money, ...ordered } = own;
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < order.date || (prepayment && date < prepayment.date)) {
    issues.add('date', 'before_the_order', { value: order.date });
  }
  const payment_type = input.payment_type ?? order.payment_type;
  const account_fk = input.account_fk ?? order.account_fk;
  const paid = { ...withoutFreeGoods(ordered), payment_type, account_fk };
  const payment = settlePayment(inMoney(paid, facts), order.customer_fk, 'customer_fk', facts, issues);
  const { paid_rate, money_amount } = input;
  const terms = moneyTerms({ ...paid, date, paid_rate, money_amount }, 'in', facts, issues);
  if (prepayment && payment_type !== 'cash') issues.add('payment_type', 'rest_in_cash');
  const due = typedDueDay({ date, due_date: input.due_date }, payment_type === 'on_account', issues);
  issues.throwIfAny();
  // The customer agreed to the total of the order: another account to pay it into leaves it as it is.
  const isAsAgreed = payment_type === order.payment_type;
  const isRounded = !isAsAgreed && terms.paid_currency_fk === undefined;
  const newStep = isRounded ? roundingStep({ ...paid, ...payment }, facts) : null;
  const rounding_step = isAsAgreed ? order.rounding_step : newStep;
  const whole = { ...paid, ...payment, rounding_step };
  const agreed = completedSale(whole, facts, { agreed: true, day: date });
  const free = freeGoodsBySetting(agreed.lines, facts);
  const delivered: Sale = { ...agreed, ...free, ...due, date, time: timeOf({ date, time: input.time ?? null }, facts) };
  const { total } = documentTotals(delivered);
  const used = prepayment ? lesser(money(prepayment.amount), total) : ZERO;
  const given = moneyOf(terms, { ...delivered, total: subtract(total, used) }, facts, issues);
  issues.throwIfAny();
  const sale = withDueDay({ ...delivered, ...given }, { kind: 'customer', id: order.customer_fk }, facts);
  return { sale, prepaid: prepayment ? { amount: printMoney(used), date: prepayment.date } : null };
}

/**
 * Why customers cannot cancel their own order; undefined when they can. A prepayment is given back by the shop, which
 * has the cash.
 */
export function ownCancelRefusal(
  status: string,
  { prepayment }: { readonly prepayment?: unknown },
): 'order_is_on_its_way' | 'order_is_prepaid' | undefined {
  if (status !== 'pending') return 'order_is_on_its_way';
  return prepayment ? 'order_is_prepaid' : undefined;
}

/** The prepayment is refunded on the day of the cancellation, from the account that received it. */
export function cancelled(order: OnlineOrder, input: CancelInput, facts: Facts): Cancelled {
  const issues = new Issues();
  const message = input.order_cancellation_message_fk ?? null;
  const shown = known(facts, issues, 'order_cancellation_message_fk', 'order_cancellation_message', message);
  issues.throwIfAny();
  const { prepayment, outlet_fk, customer_fk, currency_fk, system_currency_fk, rate } = order;
  const paidOn = prepayment?.date ?? order.date;
  const date = facts.today < paidOn ? paidOn : facts.today;
  const given = { outlet_fk, customer_fk, currency_fk, system_currency_fk, rate };
  return {
    reason: input.reason,
    order_cancellation_message_fk: message,
    message: shown ? String(shown.data['message_text']) : null,
    ...(shown ? translationsOf(shown.data) : {}),
    refund: prepayment ? { ...given, prepayment, date, time: timeOf({ date }, facts) } : null,
  };
}

function translationsOf({ message_text_ar, message_text_ckb }: Readonly<Record<string, unknown>>) {
  return {
    ...(message_text_ar ? { message_ar: String(message_text_ar) } : {}),
    ...(message_text_ckb ? { message_ckb: String(message_text_ckb) } : {}),
  };
}
