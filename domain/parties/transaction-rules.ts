/** Rules of a transaction, and the open documents that it settles: the named ones, or the oldest first. */
import { checkPlace, known, settleCurrency, settlePayment, timeOf, unitOf } from '../kernel/document-rules.ts';
import { readDate } from '../kernel/effective-date.ts';
import type { Actor, Facts, OpenItem } from '../kernel/facts.ts';
import { lesser, type Money, magnitude, money, negate, printMoney, readMoney, sum, ZERO } from '../kernel/money.ts';
import { Issues } from '../kernel/refusal.ts';
import { leftOver } from '../kernel/residue.ts';
import { allocatedFrom, allocatedOf, signedAmount, unallocated } from './allocation.ts';
import { type Replaced, replacedBy } from './replaced-transaction.ts';
import { isKeptForOrder, type SettledPart, settledBy, settledInOrder } from './settling.ts';
import type { AllocateInput, TransactionInput } from './transaction.schema.ts';
import type { Allocated, Allocation, StoredTransaction, Transaction } from './transaction-events.ts';
import type { TransactionSide } from './transaction-side.ts';

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
  };
  const allocations = allocate(whole, input.allocations, open, issues);
  if (input.transaction_type === 'discount' && allocatedOf(allocations) !== whole) {
    issues.add('amount', 'more_than_is_open', { value: printMoney(allocatedOf(allocations)) });
  }
  issues.throwIfAny();
  return { transaction, allocations };
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
  const of = { unit, outlet, actor: facts.actor, currency };
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
  const ofDocuments = [...Map.groupBy(made, ({ document }) => document)];
  return asked.join() === ofDocuments.map(([document, own]) => text(document, allocatedOf(own))).join();
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

interface Open {
  readonly items: readonly OpenItem[];
  /** Day of the allocation. */
  readonly day: string;
  /** True to settle the oldest items when none are named. */
  readonly oldest: boolean;
  /** The smallest unit of the currency. */
  readonly unit: Money;
  /** Outlet of the transaction. */
  readonly outlet: number;
  /** Settles only documents of the outlets given to this person, as `open_documents` shows only those. */
  readonly actor: Pick<Actor, 'hasOutlet'>;
  /** Currency of the items. */
  readonly currency: number;
}

const isGiven = ({ outlet }: OpenItem, actor: Open['actor']): boolean =>
  outlet === undefined || actor.hasOutlet(outlet);

/**
 * `left` is the signed amount to allocate. Named documents settle at most that; oldest-first allocation settles
 * exactly as much as possible.
 */
function allocate(
  left: Money,
  given: AllocateInput['allocations'],
  { items, day, oldest, unit, outlet, actor, currency }: Open,
  issues: Issues,
): Allocation[] {
  // An allocation cannot be dated before its document.
  const known = items.filter((item) => item.date <= day);
  if (!given) return oldest ? oldestFirst(left, known, { unit, outlet, actor, currency }) : [];
  const allocations = given.flatMap((value, index): Allocation[] => {
    const field = `allocations.${index}`;
    // A document may be open on several days: a purchase with a later cost of the same supplier.
    const ofDocument = known.filter((item) => item.document === value.document);
    const [open] = ofDocument;
    if (!open) issues.add(`${field}.document`, 'not_open');
    if (given.findIndex((other) => other.document === value.document) !== index) {
      issues.add(`${field}.document`, 'unique');
    }
    const amount = readMoney(value.amount) ?? ZERO;
    if (amount <= 0n) issues.add(`${field}.amount`, 'greater_than', { value: '0' });
    if (!open) return [];
    if (!isGiven(open, actor)) issues.add(`${field}.document`, 'not_your_outlet');
    const due = sum(ofDocument.map((item) => money(item.amount)));
    const part = settledBy(amount, due, unit);
    if (part && ofDocument.length > 1) return inParts(amount, ofDocument, { unit, outlet, currency });
    if (!part) issues.add(`${field}.amount`, 'more_than_is_open', { value: printMoney(magnitude(due)) });
    return [
      allocationOf(open, part ?? { amount: due < 0n ? negate(amount) : amount, rounding: ZERO }, { outlet, currency }),
    ];
  });
  const total = allocatedOf(allocations);
  const within = left < 0n ? total <= 0n && total >= left : total >= 0n && total <= left;
  if (!within) issues.add('allocations', 'more_than_the_amount', { value: printMoney(magnitude(left)) });
  return allocations;
}

/** The amount settles the oldest item of the document first. */
const inParts = (amount: Money, items: readonly OpenItem[], of: Pick<Open, 'unit' | 'outlet' | 'currency'>) =>
  settledInOrder(amount, items, (item) => money(item.amount), of.unit).map(({ item, part }) =>
    allocationOf(item, part, of),
  );

/**
 * The allocations of an amount to the party's open documents; `items` are oldest first, `left` has the sign of the
 * settled items.
 */
export function oldestFirst(
  left: Money,
  items: readonly OpenItem[],
  { unit, actor, ...of }: Pick<Open, 'unit' | 'outlet' | 'actor' | 'currency'>,
): Allocation[] {
  const signed = items.filter(({ amount, document }) =>
    left < 0n ? money(amount) < 0n && !isKeptForOrder(document) : money(amount) >= 0n,
  );
  // Lazily: a decision depends on the documents whose outlet it reads.
  const settled = signed.values().filter((item) => isGiven(item, actor));
  return settledInOrder(magnitude(left), settled, ({ amount }) => money(amount), unit).map(({ item, part }) =>
    allocationOf(item, part, of),
  );
}

function allocationOf(
  item: OpenItem,
  { amount, rounding }: SettledPart,
  { outlet: own, currency }: Pick<Open, 'outlet' | 'currency'>,
): Allocation {
  const { document, date, amount: open_amount, rate, outlet } = item;
  const rounded = rounding === ZERO ? {} : { rounding: printMoney(rounding) };
  const left = amount === money(open_amount) ? leftOver(item, currency) : ZERO;
  const left_over = left === ZERO ? {} : { left_over: printMoney(left) };
  const settled = { document, date, amount: printMoney(amount), ...rounded, open_amount, rate, ...left_over };
  return outlet === undefined || outlet === own ? settled : { ...settled, outlet_fk: outlet };
}
