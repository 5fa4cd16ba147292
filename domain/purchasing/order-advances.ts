/**
 * Advance payments on an order, and the parts of them that settle its purchases. The payments of one day are one open
 * item at one rate (docs/decisions/0218).
 */
import { dayOfAdvance } from '../posting/purchase-order.ts';
import { lesser, type Money, money, printMoney, subtract, sum, ZERO } from '../values/money.ts';
import type { AdvancePayment, AllocatedAdvance } from './purchase-order-events.ts';
import type { BilledOrder, MadePurchase, OpenAdvance } from './purchase-order-state.ts';

export function unreversed<Of extends { readonly standing: boolean }>(all: readonly Of[]): Omit<Of, 'standing'>[] {
  return all.filter((value) => value.standing).map(({ standing: _, ...of }) => of);
}

/** Payments that are in the books: those that stand, and those that were taken back on a later day. */
export const staying = <Of extends { readonly standing: boolean; readonly reversed_date?: string }>(
  payments: readonly Of[],
): readonly Of[] => payments.filter(({ standing, reversed_date }) => standing || reversed_date !== undefined);

type Advances = Pick<BilledOrder, 'payments' | 'allocations'>;

const paidOn = (day: string, { payments }: Pick<Advances, 'payments'>): AdvancePayment[] =>
  unreversed(payments).filter((payment) => dayOfAdvance(payment) === day);

/** A payment of the day that is in the books; another one of the day has its rate. */
export const advanceOn = (day: string, { payments }: Pick<Advances, 'payments'>): AdvancePayment | undefined =>
  staying(payments).find((payment) => dayOfAdvance(payment) === day);

/** The days whose advances are at one of the rate records; those without a rate of their own are at that of the order. */
export function advanceDaysAt(records: readonly (number | null)[], { order, payments }: BilledOrder): string[] {
  const at = payments.filter(({ rate_fk = order.rate_fk }) => rate_fk !== null && records.includes(rate_fk));
  return [...new Set(at.map(dayOfAdvance))];
}

/** The part of the payments of a day that is not allocated yet. */
function remainingOn(day: string, { payments, allocations }: Advances): Money {
  const used = unreversed(allocations)
    .filter(({ transaction_date }) => transaction_date === day)
    .flatMap((allocation) => allocation.allocations.map(({ amount }) => money(amount)));
  return subtract(sum(paidOn(day, { payments }).map(({ amount }) => money(amount))), sum(used));
}

/** The parts of the advances that settle the purchase's open amount, of the oldest day first. */
export function allocatedAdvances(made: MadePurchase, state: BilledOrder): AllocatedAdvance[] {
  const { open } = made;
  if (!open) return [];
  const parts: AllocatedAdvance[] = [];
  let due = money(open.amount);
  for (const advance of open.advances.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const left = lesser(remainingOn(advance.date, state), money(advance.amount));
    const amount = lesser(left, due);
    const of = advanceOn(advance.date, state);
    if (amount <= ZERO || !of) continue;
    const number = state.allocations.length + parts.length + 1;
    parts.push({ ...partOf(made, of, { due, left, amount, advance }, state), allocation_id: number });
    due = subtract(due, amount);
  }
  return parts;
}

interface Part {
  /** What is open of the purchase, and of the advance, just before. */
  readonly due: Money;
  readonly left: Money;
  readonly amount: Money;
  readonly advance: OpenAdvance;
}

function partOf(
  { open, ...made }: MadePurchase,
  { rate, rate_fk }: AdvancePayment,
  { due, left, amount, advance }: Part,
  state: BilledOrder,
): Omit<AllocatedAdvance, 'allocation_id'> {
  const { outlet_fk, supplier_fk, currency_fk, system_currency_fk } = state.order;
  const document = `purchase-${made.purchase_fk}`;
  const { date = made.date, rate: at = null, outlet = outlet_fk } = open ?? {};
  const settled = { document, date, amount: printMoney(amount), open_amount: printMoney(due), rate: at };
  const isAll = amount === money(advance.amount);
  const carried = rate_fk === undefined ? { rate } : { rate_fk, rate };
  return {
    purchase_fk: made.purchase_fk,
    outlet_fk,
    customer_fk: null,
    supplier_fk,
    transaction_type: 'pay',
    currency_fk,
    system_currency_fk,
    ...carried,
    transaction_date: advance.date,
    ...whenBothAreThere(made, paidOn(advance.date, state)),
    open_amount: printMoney(left),
    ...(isAll && advance.left_over !== undefined ? { left_over: advance.left_over } : {}),
    allocations: [outlet === outlet_fk ? settled : { ...settled, outlet_fk: outlet }],
  };
}

/** The later of the two days: a bill older than the payment is settled on the day of the payment. */
function whenBothAreThere(
  { date, time }: Pick<MadePurchase, 'date' | 'time'>,
  payments: readonly AdvancePayment[],
): Pick<AllocatedAdvance, 'date' | 'time'> {
  const later = payments.filter((payment) => payment.date > date).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  return later[0] ? { date: later[0].date, time: later[0].time } : { date, time };
}
