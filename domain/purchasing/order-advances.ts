/** Advance payments on an order, and the parts of them that settle its purchases. */
import { lesser, type Money, money, printMoney, subtract, sum } from '../values/money.ts';
import type { AllocatedAdvance } from './purchase-order-events.ts';
import type { BilledOrder, MadePurchase } from './purchase-order-state.ts';

export function unreversed<Of extends { readonly standing: boolean }>(all: readonly Of[]): Omit<Of, 'standing'>[] {
  return all.filter((value) => value.standing).map(({ standing: _, ...of }) => of);
}

/** The part of the advance payments that is not allocated yet. */
export function remainingAdvance({ payments, allocations }: Pick<BilledOrder, 'payments' | 'allocations'>): Money {
  const paid = payments.filter((payment) => payment.standing).map(({ amount }) => money(amount));
  const used = allocations
    .filter((allocation) => allocation.standing)
    .flatMap((allocation) => allocation.allocations.map(({ amount }) => money(amount)));
  return subtract(sum(paid), sum(used));
}

/** The part of the advance that settles the purchase's open amount; undefined when either is zero. */
export function allocatedAdvance(made: MadePurchase, state: BilledOrder): AllocatedAdvance | undefined {
  const { purchase_fk, open } = made;
  if (!open) return undefined;
  const left = lesser(remainingAdvance(state), money(open.advance));
  const amount = lesser(left, money(open.amount));
  if (amount <= 0n) return undefined;
  const { outlet_fk, supplier_fk, currency_fk, system_currency_fk, rate, date: transaction_date } = state.order;
  const document = `purchase-${purchase_fk}`;
  const settled = { document, date: open.date, amount: printMoney(amount), open_amount: open.amount, rate: open.rate };
  const isElsewhere = open.outlet !== undefined && open.outlet !== outlet_fk;
  return {
    purchase_fk,
    outlet_fk,
    customer_fk: null,
    supplier_fk,
    transaction_type: 'pay',
    currency_fk,
    system_currency_fk,
    rate,
    allocation_id: state.allocations.length + 1,
    transaction_date,
    ...whenBothAreThere(made, state),
    open_amount: printMoney(left),
    ...(open.advance_left_over !== undefined && amount === money(open.advance)
      ? { left_over: open.advance_left_over }
      : {}),
    allocations: [isElsewhere ? { ...settled, outlet_fk: open.outlet } : settled],
  };
}

/** The later of the two days: a bill older than the payment is settled on the day of the payment. */
function whenBothAreThere(
  { date, time }: MadePurchase,
  { payments }: BilledOrder,
): Pick<AllocatedAdvance, 'date' | 'time'> {
  const later = payments
    .filter((payment) => payment.standing && payment.date > date)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
  return later[0] ? { date: later[0].date, time: later[0].time } : { date, time };
}
