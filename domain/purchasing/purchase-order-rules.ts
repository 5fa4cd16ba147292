/** Rules of a purchase order, and of an advance payment on it. */
import { asWritten, lineItems, type WrittenLine } from '../catalogue/line-items.ts';
import type { TaxData } from '../catalogue/tax.record.ts';
import type { Facts } from '../deciding/facts.ts';
import {
  checkPlace,
  known,
  type SettledCurrency,
  settleCurrency,
  settlePayment,
  settleRate,
  timeOf,
} from '../documents/document-rules.ts';
import { otherCurrencyOf, otherMoney } from '../documents/other-money.ts';
import { laterRates, rateQuestion } from '../documents/rate-change.ts';
import { percentageOn } from '../pricing/tax-percentage.ts';
import { documentTotals } from '../pricing/totals.ts';
import { checkPricedLines } from '../sales/priced-lines.ts';
import { readDate } from '../values/effective-date.ts';
import { readMoney } from '../values/money.ts';
import { printRate, readRate } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import { advanceOn } from './order-advances.ts';
import type { PayInput, PurchaseOrderInput, ReversePaymentInput } from './purchase-order.schema.ts';
import type { AdvancePayment, PurchaseOrder, PurchaseOrderLine, ReversedAdvance } from './purchase-order-events.ts';
import type { BilledOrder } from './purchase-order-state.ts';

/** The data of a draft, which may change the one `before`; refuses values that can never become valid. */
export function orderFacts(input: PurchaseOrderInput, facts: Facts, before?: PurchaseOrder): PurchaseOrder {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'supplier_fk', 'supplier', input.supplier_fk);
  if (input.received_date && !readDate(input.received_date)) issues.add('received_date', 'date');
  else if (input.received_date && input.received_date < input.date) {
    issues.add('received_date', 'before_the_order', { value: input.date });
  }
  const order: PurchaseOrder = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    supplier_fk: input.supplier_fk,
    date: input.date,
    time: timeOf(input, facts),
    received_date: input.received_date ?? null,
    ...settleCurrency(input, 'out', facts, issues),
    discount: input.discount ?? null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    lines: lineFacts(input, facts, issues, before?.lines ?? []),
  };
  issues.throwIfAny();
  return order;
}

function lineFacts(
  { lines, date }: PurchaseOrderInput,
  facts: Facts,
  issues: Issues,
  written: readonly WrittenLine[],
): PurchaseOrderLine[] {
  return lineItems(lines, facts, issues, asWritten(written)).map(({ line, line_id, item_type, unit_factor }, index) => {
    if (item_type !== 'goods') issues.add(`lines.${index}.item_fk`, 'goods_only');
    const tax = known<TaxData>(facts, issues, `lines.${index}.tax_fk`, 'tax', line.tax_fk)?.data;
    return {
      line_id,
      item_fk: line.item_fk,
      unit_fk: line.unit_fk,
      unit_factor,
      quantity: line.quantity,
      bonus_quantity: null,
      price: line.price,
      discount: line.discount ?? null,
      tax_fk: line.tax_fk ?? null,
      tax_percent: line.tax_percent ?? percentageOn(tax, date),
      note: line.note ?? null,
    };
  });
}

/** Additional rules of billing: lines, quantities, prices and discounts. */
export function checkOrder(order: PurchaseOrder): void {
  const issues = new Issues();
  checkPricedLines(order, documentTotals({ ...order, delivery_charge: null, rounding_step: null }), issues);
  issues.throwIfAny();
}

/** Undefined when the payment is stored already. */
export function paymentFacts(input: PayInput, state: BilledOrder, facts: Facts): AdvancePayment | undefined {
  const issues = new Issues();
  const { outlet_fk, supplier_fk, currency_fk, system_currency_fk, date: order_date } = state.order;
  const same = state.payments.find((payment) => payment.payment_id === input.payment_id);
  if (same?.standing && same.amount === input.amount && same.account_fk === input.account_fk) return undefined;
  if (same) issues.add('payment_id', 'unique');
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const other = otherCurrencyOf(input.account_fk, currency_fk, facts);
  const { account_fk } = input;
  const paid = { payment_type: 'cash', account_fk, currency_fk: other ?? currency_fk, outlet_fk } as const;
  const payment = settlePayment(paid, supplier_fk, 'supplier_fk', facts, issues);
  const isForeign = currency_fk !== system_currency_fk;
  // The money of an order in the system currency may have a rate of its own.
  const own = isForeign || other === undefined ? input : { ...input, rate: null, rate_fk: null };
  const of = {
    outlet_fk,
    supplier_fk,
    currency_fk,
    system_currency_fk,
    ...rateOfPayment(own, date, state, facts, issues),
  };
  const inOther = other === undefined ? {} : moneyOf(input, { date, other, rate: of.rate }, state, facts, issues);
  issues.throwIfAny();
  const when = { order_date, date, time: timeOf({ date, time: input.time }, facts) };
  return { payment_id: input.payment_id, ...of, ...when, amount: input.amount, ...payment, ...inOther };
}

interface OtherMoney {
  readonly date: string;
  /** The currency of the account. */
  readonly other: number;
  /** Of the payment; null in the system currency. */
  readonly rate: string | null;
}

/** The money of an account in the other currency: at the rate of the payment, or at its own, which it stores. */
function moneyOf(
  input: PayInput,
  { date, other, rate }: OtherMoney,
  { order }: BilledOrder,
  facts: Facts,
  issues: Issues,
): Pick<AdvancePayment, 'paid_amount' | 'paid_currency_fk' | 'paid_rate'> {
  const of = { amount: input.amount, currency_fk: order.currency_fk };
  const isSaid = Boolean(input.rate || input.rate_fk);
  const own = rate ?? (isSaid ? givenRate(input, date, { currency_fk: other }, facts, issues).rate : undefined);
  const at = readRate(own ?? facts.rateOn?.(date)?.rate ?? '');
  if (at === undefined || at <= 0n) {
    issues.add('rate', 'required');
    return {};
  }
  const money = otherMoney(of, other, at, facts);
  return rate === null ? { ...money, paid_rate: printRate(at) } : money;
}

/**
 * The named or typed rate, otherwise that of the day, and without one that of the order. What is paid on one day is one
 * open item, so it has the rate of the earlier payment of that day.
 */
function rateOfPayment(
  input: PayInput,
  date: string,
  { order, payments }: BilledOrder,
  facts: Facts,
  issues: Issues,
): Pick<AdvancePayment, 'rate' | 'rate_fk'> {
  const beside = advanceOn(date, { payments });
  const { rate, rate_fk } = beside ?? rateOfDay(date, order, facts);
  const usual = rate_fk === undefined ? { rate } : { rate, rate_fk };
  const isSaid = Boolean(input.rate || input.rate_fk);
  if (!isSaid || (beside && input.rate && isSame(input.rate, rate))) return usual;
  const given = givenRate(input, date, order, facts, issues);
  if (!beside) return given;
  if (!isSame(given.rate, rate)) issues.add('rate', 'one_rate_per_day', { value: rate ?? '' });
  return usual;
}

const isSame = (a: string | null, b: string | null): boolean => readRate(a ?? '') === readRate(b ?? '');

function rateOfDay(date: string, order: PurchaseOrder, facts: Facts): Pick<AdvancePayment, 'rate' | 'rate_fk'> {
  const day = order.rate === null ? undefined : facts.rateOn?.(date);
  return day ? { rate_fk: day.id, rate: day.rate } : { rate_fk: order.rate_fk, rate: order.rate };
}

function givenRate(
  { rate_fk = null, rate = null }: PayInput,
  date: string,
  { currency_fk }: Pick<PurchaseOrder, 'currency_fk'>,
  facts: Facts,
  issues: Issues,
): Pick<SettledCurrency, 'rate' | 'rate_fk'> {
  const given = settleRate({ currency_fk, rate_fk, rate }, 'out', facts, issues);
  if (given.rate === null) return { rate_fk: null, rate: null };
  const named = { field: 'rate', rate: given.rate, rate_fk: given.rate_fk };
  for (const { field, message, params } of laterRates([named], date, facts)) issues.add(field, message, { ...params });
  const asked = rateQuestion('rate', given.rate, facts.rateOn?.(date), facts);
  if (asked) issues.ask(asked.field, asked.message, asked.params);
  return { rate_fk: given.rate_fk, rate: given.rate };
}

/** Undefined when it is reversed already. The part that settled a purchase cannot be reversed. */
export function reversedPayment(
  { payment_id: id, reason, date }: Pick<ReversePaymentInput, 'payment_id' | 'reason' | 'date'>,
  state: BilledOrder,
): ReversedAdvance | undefined {
  const paid = state.payments.find((payment) => payment.payment_id === id);
  const issues = new Issues();
  if (!paid) issues.add('payment_id', 'unknown_payment');
  else if (date && !readDate(date)) issues.add('date', 'date');
  else if (date && date < paid.date) issues.add('date', 'before_the_document', { value: paid.date });
  issues.throwIfAny();
  if (!paid?.standing) return undefined;
  const { standing: _, ...payment } = paid;
  return { ...payment, reason, ...(date && date !== paid.date ? { reversed_date: date } : {}) };
}
