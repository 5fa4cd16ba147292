/** Rules of a transaction, and the open documents that it settles: the named ones, or the oldest first. */

import { allocate } from '../debts/allocating.ts';
import { allocatedFrom, allocatedOf, signedAmount, unallocated } from '../debts/allocation.ts';
import { exchangeOf } from '../debts/other-currency.ts';
import { type Replaced, replacedBy } from '../debts/replaced-transaction.ts';
import type { TransactionSide } from '../debts/transaction-side.ts';
import type { Facts, OpenItem } from '../deciding/facts.ts';
import { type BankFee, bankFee } from '../documents/bank-fee.ts';
import { checkPlace, known, settleCurrency, settlePayment, timeOf, unitOf } from '../documents/document-rules.ts';
import { readDate } from '../values/effective-date.ts';
import { lesser, type Money, magnitude, money, negate, printMoney, readMoney, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import { leftOver } from '../values/residue.ts';
import type { AllocateInput, TransactionInput } from './transaction.schema.ts';
import type { Allocated, Allocation, ReversedOn, StoredTransaction, Transaction } from './transaction-events.ts';

/** `opened` is the open item of a document of the same command; the transaction settles nothing else. */
export function transactionFacts(
  side: TransactionSide,
  input: TransactionInput,
  facts: Facts,
  opened?: readonly OpenItem[],
): { readonly transaction: Transaction; readonly allocations: Allocation[] } {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const partyField = `${side.party}_fk` as const;
  const party = input[partyField] ?? null;
  if (party === null) issues.add(partyField, 'required');
  known(facts, issues, partyField, side.party, party);
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const currency = settleCurrency(input, side.rate, facts, issues);
  if (input.transaction_type === 'discount' && !facts.actor.can(`${side.kind}s/discount`)) {
    issues.add('transaction_type', 'discount_needs_permission');
  }
  const replaced = replacedBy(side, input, facts, issues);
  const payment =
    input.transaction_type === 'discount'
      ? { account_fk: null, account_type: null }
      : settlePayment({ ...input, payment_type: 'cash' }, party, partyField, facts, issues);
  const transaction: Transaction = {
    outlet_fk: input.outlet_fk,
    customer_fk: input.customer_fk ?? null,
    supplier_fk: input.supplier_fk ?? null,
    transaction_type: input.transaction_type,
    date: input.date,
    time: timeOf(input, facts),
    ...currency,
    amount: input.amount,
    ...payment,
    ...feeOf(side, input, payment, facts, issues),
    replaces_fk: input.replaces_fk ?? null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    ...(replaced.reason === undefined ? {} : { reason: replaced.reason }),
  };
  issues.throwIfAny();
  const whole = signedAmount(transaction);
  const open = {
    items: opened ?? openWithout(replaced, transaction, facts),
    day: input.date,
    oldest: input.allocate !== 'none',
    unit: unitOf(input.currency_fk, facts),
    outlet: input.outlet_fk,
    actor: facts.actor,
    currency: input.currency_fk,
    ...(input.transaction_type === 'discount' ? {} : { exchange: exchangeOf(side, input, transaction, facts, issues) }),
  };
  const allocations = allocate(whole, input.allocations, open, issues);
  if (input.transaction_type === 'discount' && allocatedOf(allocations) !== whole) {
    issues.add('amount', 'more_than_is_open', { value: printMoney(allocatedOf(allocations)) });
  }
  issues.throwIfAny();
  return { transaction, allocations };
}

/** The fee of a bank, which is less than what it receives. */
function feeOf(
  side: TransactionSide,
  input: TransactionInput,
  { account_type }: Pick<Transaction, 'account_type'>,
  facts: Facts,
  issues: Issues,
): BankFee {
  const { amount, bank_fee, transaction_type } = input;
  const comesIn = side.sign * signedAmount({ amount, transaction_type }) > 0n;
  const isAll = bank_fee && (readMoney(bank_fee) ?? ZERO) >= money(amount);
  if (comesIn && isAll) issues.add('bank_fee', 'less_than', { value: amount });
  return bankFee(input, account_type, facts, issues);
}

/** The open items after the replaced transaction is reversed. */
function openWithout({ openItems }: Replaced, of: Transaction, facts: Facts): readonly OpenItem[] {
  return openItems?.(facts.openItems, of) ?? facts.openItems;
}

/** Undefined when this allocation is stored already. */
export function laterAllocation(
  side: TransactionSide,
  input: AllocateInput,
  state: StoredTransaction,
  facts: Facts,
): Allocated | undefined {
  const issues = new Issues();
  const before = state.allocations.find((allocation) => allocation.allocation_id === input.allocation_id);
  if (before && (!input.allocations || sameAllocations(input.allocations, before.allocations))) return undefined;
  if (before) issues.add('allocation_id', 'unique');
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  if (date < state.transaction.date) issues.add('date', 'before_the_transaction', { value: state.transaction.date });
  const left = openRest(side, state, facts);
  const unit = unitOf(state.transaction.currency_fk, facts);
  const { outlet_fk: outlet, currency_fk: currency } = state.transaction;
  const isDiscount = state.transaction.transaction_type === 'discount';
  const at = { ...state.transaction, settle_rate: input.settle_rate, date };
  const exchange = isDiscount ? undefined : exchangeOf(side, at, state.transaction, facts, issues);
  const of = { unit, outlet, actor: facts.actor, currency, exchange };
  const open = { items: facts.openItems, day: date, oldest: true, ...of };
  const allocations = allocate(left, input.allocations, open, issues);
  if (allocations.length === 0) issues.add('allocations', 'nothing_to_allocate');
  issues.throwIfAny();
  const when = { date, time: timeOf({ date, time: input.time }, facts) };
  const ownLeft = ownLeftOver(side, state, facts, allocatedOf(allocations));
  return allocatedFrom(state.transaction, input.allocation_id, when, left, allocations, ownLeft);
}

/** The unallocated amount, with its sign, as far as no other transaction has settled it: money back, for example. */
function openRest({ kind }: TransactionSide, state: StoredTransaction, { openItems, ownId }: Facts): Money {
  const own = openItems.find(({ document }) => document === `${kind}-${ownId}`);
  const rest = unallocated(state);
  const open = lesser(magnitude(rest), magnitude(money(own?.amount ?? '0')));
  return rest < 0n ? negate(open) : open;
}

/** What the books have left of the transaction's own credit, when this allocation uses all of it. */
function ownLeftOver(
  { kind }: TransactionSide,
  { transaction }: StoredTransaction,
  { openItems, ownId }: Facts,
  taken: Money,
): Money {
  const own = openItems.find(({ document }) => document === `${kind}-${ownId}`);
  if (!own || negate(money(own.amount)) !== taken) return ZERO;
  return negate(leftOver(own, transaction.currency_fk));
}

function sameAllocations(given: NonNullable<AllocateInput['allocations']>, made: readonly Allocation[]): boolean {
  const text = (document: string, amount: Money) => `${document} ${magnitude(amount)}`;
  const asked = given.map(({ document, amount }) => text(document, money(amount)));
  const ofDocuments = [...Map.groupBy(made, ({ document, currency_fk = 0 }) => `${document} ${currency_fk}`).values()];
  const inItsCurrency = (own: readonly Allocation[]) =>
    allocatedOf(own.map(({ used: _, ...allocation }) => allocation));
  return asked.join() === ofDocuments.map((own) => text(own[0]?.document ?? '', inItsCurrency(own))).join();
}

/** Undefined when it is reversed already. */
export function unreversedAllocation(id: number, state: StoredTransaction): Allocated | undefined {
  const made = state.allocations.find((allocation) => allocation.allocation_id === id);
  const issues = new Issues();
  if (!made) issues.add('allocation_id', 'unknown_allocation');
  if (state.transaction.transaction_type === 'discount') issues.add('allocation_id', 'discount_stays_allocated');
  issues.throwIfAny();
  if (!made?.standing) return undefined;
  const { standing: _, ...allocated } = made;
  return allocated;
}

/** Throws Refusal when something was allocated after the day. */
export function reversedOn(reason: string | null, date: string, state: StoredTransaction): ReversedOn {
  const { transaction } = state;
  const issues = new Issues();
  const allocations = standingAllocations(state);
  const last = [transaction.date, ...allocations.map((allocated) => allocated.date)].toSorted().at(-1);
  if (!readDate(date)) issues.add('date', 'date');
  else if (last !== undefined && date < last) issues.add('date', 'before_the_transaction', { value: last });
  issues.throwIfAny();
  return { reason, date, transaction, allocations };
}

export const standingAllocations = ({ allocations }: StoredTransaction): readonly Allocated[] =>
  allocations.flatMap(({ standing, ...allocated }) => (standing ? [allocated] : []));
