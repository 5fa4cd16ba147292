/**
 * Allocated and unallocated amounts of a transaction. The sign is that of the settled items: positive for amounts due.
 */

import type { Allocated, Allocation, StoredTransaction, Transaction } from '../parties/transaction-events.ts';
import { add, type Money, money, negate, printMoney, subtract, sum, ZERO } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { residueOf } from '../values/residue.ts';
import { settlesDues } from './transaction-side.ts';

/** The amount that a transaction settles: positive for dues, negative for credits. */
export function signedAmount(transaction: Pick<Transaction, 'amount' | 'transaction_type'>): Money {
  const amount = money(transaction.amount);
  return settlesDues(transaction.transaction_type) ? amount : negate(amount);
}

/** The amount of the transaction used by its allocations: the settled amounts, or the money for them, and their rounding. */
export function allocatedOf(allocations: readonly Allocation[]): Money {
  return add(sum(allocations.map(({ amount, used = amount }) => money(used))), roundedOf(allocations));
}

/** Total rounding of allocations to documents whose open amount had a fraction. */
export function roundedOf(allocations: readonly Allocation[]): Money {
  return sum(allocations.map(({ rounding }) => (rounding === undefined ? ZERO : money(rounding))));
}

export function initialAllocation(transaction: Transaction, allocations: readonly Allocation[]): Allocated {
  const { date, time } = transaction;
  return allocatedFrom(transaction, 0, { date, time }, signedAmount(transaction), allocations);
}

export function allocatedFrom(
  of: Transaction,
  allocation_id: number,
  when: { readonly date: string; readonly time: string | null },
  open: Money,
  allocations: readonly Allocation[],
  left: Money = ZERO,
): Allocated {
  const {
    outlet_fk,
    customer_fk,
    supplier_fk,
    transaction_type,
    currency_fk,
    system_currency_fk,
    rate_fk,
    rate,
    date,
  } = of;
  const carried = { currency_fk, system_currency_fk, ...(rate_fk === null ? {} : { rate_fk }), rate };
  const owner = { outlet_fk, customer_fk, supplier_fk, transaction_type, ...carried };
  const left_over = left === ZERO ? {} : { left_over: printMoney(left) };
  const settled = { open_amount: printMoney(open), ...left_over, allocations };
  return { ...owner, allocation_id, transaction_date: date, ...when, ...settled };
}

type Carried = Pick<Transaction, 'currency_fk' | 'system_currency_fk'>;

/** The currency of the settled document. */
export const currencyOfSettled = (of: Pick<Transaction, 'currency_fk'>, allocation: Allocation): number =>
  allocation.currency_fk ?? of.currency_fk;

/**
 * A document is settled at its own rate: the difference of its base amounts before and after, so that parts end at
 * zero; the last part takes what is left in the books.
 */
export function settledBase(of: Carried, allocation: Allocation): Money {
  const { open_amount, amount, rate: text, left_over = '0' } = allocation;
  const [from, system] = [currencyOfSettled(of, allocation), of.system_currency_fk];
  const at = text === null ? undefined : rate(text);
  const [open, left] = [money(open_amount), subtract(money(open_amount), money(amount))];
  return add(subtract(convert(open, from, system, at), convert(left, from, system, at)), money(left_over));
}

/** The residue that the settlement takes from its document (domain/values/residue.ts). */
export function residueOfSettled(of: Carried, allocation: Allocation): bigint {
  const at = allocation.rate === null ? undefined : rate(allocation.rate);
  const currency = currencyOfSettled(of, allocation);
  if (currency === of.system_currency_fk) return 0n;
  return residueOf(money(allocation.amount), settledBase(of, allocation), currency, at);
}

/** The unallocated amount of the transaction, with its sign. */
export function unallocated({ transaction, allocations }: StoredTransaction): Money {
  const unreversed = allocations
    .filter((allocation) => allocation.standing)
    .flatMap((allocation) => allocation.allocations);
  return subtract(signedAmount(transaction), allocatedOf(unreversed));
}
