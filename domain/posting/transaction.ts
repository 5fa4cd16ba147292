/**
 * What money from or to a party posts (docs/accounting.md, section 5), here for a customer; a supplier's is mirrored:
 *
 *   debit  cash (or sales discounts)      the amount, at the transaction's rate, less the fee of a bank
 *   debit  the fee's expense type
 *   credit receivable                     the settled amounts, at each document's own rate and in its currency
 *   credit customer advances              the unallocated rest, at the transaction's rate
 *   debit or credit realised exchange     the difference of the rates
 *   debit or credit rounding              the fraction of an old document's open amount that cannot be paid
 *
 * The whole amount opens as a credit under the transaction's stream, and its allocations reduce it. A later allocation
 * therefore posts the same lines as an immediate one, and a reversed allocation posts them inverted. A document of
 * another outlet is settled in that outlet's books, so that a party's debt to an outlet equals the open items of the
 * outlet's documents (decisions/0072).
 */

import { type AccountRef, cashKey } from '../chart/chart.ts';
import {
  allocatedOf,
  currencyOfSettled,
  initialAllocation,
  residueOfSettled,
  roundedOf,
  settledBase,
  signedAmount,
} from '../debts/allocation.ts';
import { settlesDues, type TransactionSide } from '../debts/transaction-side.ts';
import { type Posting, posting, reversed } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import type {
  Allocated,
  Allocation,
  CompletedTransaction,
  ReversedOn,
  Transaction,
} from '../parties/transaction-events.ts';
import { type EffectiveTime, effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, subtract, sum, toMoney } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { residueOf } from '../values/residue.ts';

type Carried = Pick<Transaction, 'currency_fk' | 'system_currency_fk' | 'rate'>;
type Owner = Carried & Pick<Transaction, 'outlet_fk' | 'customer_fk' | 'supplier_fk' | 'transaction_type'>;

/** The transaction alone, completely unallocated. `document` is its stream. */
export function postMoney(side: TransactionSide, of: Transaction, document: string): Posting {
  const whole = signedAmount(of);
  const base = inSystem(whole, of, of.rate);
  const lines = [
    ...moneyLines(side, of, whole, base),
    line(side, of, ownAccount(side, of), negate(whole), negate(base)),
  ];
  const own = ownItem(side, of, of.date, document, negate(whole), negate(base));
  return posting(momentOf(side, of, whole), lines, foreignCash(lines), [own]);
}

/**
 * The fee of the bank makes a receipt smaller and a payment larger; both together have the base amount of the
 * transaction.
 */
function moneyLines(side: TransactionSide, of: Transaction, whole: Money, base: Money): EntryLine[] {
  const account = { account: moneyAccount(side, of) };
  const { bank_fee, expense_type_fk } = of;
  if (bank_fee === undefined || expense_type_fk === undefined) return [line(side, of, account, whole, base)];
  const fee = toMoney(side.sign * money(bank_fee));
  const feeBase = inSystem(fee, of, of.rate);
  return [
    line(side, of, account, subtract(whole, fee), subtract(base, feeBase)),
    line(side, of, { account: { key: 'expense-type', of: expense_type_fk } }, fee, feeBase),
  ];
}

/** The transaction with its immediate allocations, which are not posted as an advance. */
export function postTransaction(side: TransactionSide, of: CompletedTransaction, document: string): Posting {
  const whole = postMoney(side, of, document);
  const settled = postAllocated(side, initialAllocation(of, of.allocations), document);
  return posting(
    whole.effective,
    combined([...whole.lines, ...settled.lines]),
    whole.movements,
    combinedItems([...whole.openItems, ...settled.openItems]),
    of.system_currency_fk,
  );
}

export function postAllocated(side: TransactionSide, of: Allocated, document: string): Posting {
  const { lines, openItems } = withParty(side, of, document);
  const left = money(of.open_amount);
  const difference = negate(sum(lines.map((line) => line.base)));
  const all = [...lines, realised(side, of, difference)];
  return posting(momentOf(side, of, left), all, [], combinedItems(openItems), of.system_currency_fk);
}

type WithParty = Pick<Posting, 'lines' | 'openItems'>;

/** The settled documents, the part of the transaction's own amount for them, and rounding. */
function withParty(side: TransactionSide, of: Allocated, document: string): WithParty {
  const total = allocatedOf(of.allocations);
  const lines = of.allocations.map((allocation) => settledLine(side, of, allocation));
  const left = money(of.open_amount);
  const parts = subtract(inSystem(left, of, of.rate), inSystem(subtract(left, total), of, of.rate));
  const taken = add(parts, money(of.left_over ?? '0'));
  lines.push(line(side, of, ownAccount(side, of), total, taken));
  const rounded = roundedOf(of.allocations);
  if (rounded !== 0n) lines.push(roundedLine(side, of, rounded));
  const openItems = of.allocations.map((allocation) => settledItem(side, of, allocation));
  openItems.push(ownItem(side, of, of.transaction_date, document, total, taken));
  return { lines, openItems };
}

/** The transaction without its money and without the difference of rates: one side of a settlement. */
export function postedWithParty(side: TransactionSide, of: CompletedTransaction, document: string): WithParty {
  const own = negate(signedAmount(of));
  const base = inSystem(own, of, of.rate);
  const settled = withParty(side, initialAllocation(of, of.allocations), document);
  return {
    lines: combined([line(side, of, ownAccount(side, of), own, base), ...settled.lines]),
    openItems: combinedItems([ownItem(side, of, of.date, document, own, base), ...settled.openItems]),
  };
}

/** Without a time, receipts take effect before payments. */
function momentOf(side: TransactionSide, of: Pick<Allocated, 'date' | 'time'>, settled: Money): EffectiveTime {
  return effectiveTime(of.date, of.time, side.sign * settled > 0n ? 'in' : 'out');
}

export function postUnallocated(side: TransactionSide, of: Allocated, document: string): Posting {
  return reversed(postAllocated(side, of, document));
}

/**
 * The mirror image on the day of the reversal. Foreign money leaves its account at the average of that day, so that the
 * difference is realised then.
 */
export function postReversedOn(side: TransactionSide, of: ReversedOn, document: string): Posting {
  const { transaction, allocations, date } = of;
  const posted = [
    postMoney(side, transaction, document),
    ...allocations.map((allocated) => postAllocated(side, allocated, document)),
  ].map(reversed);
  const lines = combined(posted.flatMap((each) => each.lines.filter(({ account }) => account.key !== 'inter-outlet')));
  const whole = negate(signedAmount(transaction));
  return posting(
    momentOf(side, { date, time: null }, whole),
    lines,
    foreignCash(lines),
    combinedItems(posted.flatMap((each) => each.openItems)),
    transaction.system_currency_fk,
  );
}

function moneyAccount(side: TransactionSide, of: Transaction): AccountRef {
  if (of.transaction_type === 'discount') return { key: side.discounts };
  return { key: cashKey(of.account_type ?? 1), of: of.account_fk ?? undefined };
}

function partyOf(side: TransactionSide, of: Owner): string {
  return `${side.party}-${side.party === 'customer' ? of.customer_fk : of.supplier_fk}`;
}

/** Unallocated money that settles dues is an advance; money paid back without a credit is a debt. */
function ownAccount(side: TransactionSide, of: Owner) {
  const key = settlesDues(of.transaction_type) ? side.advances : side.control;
  return { account: { key }, party: partyOf(side, of) };
}

function inSystem(amount: Money, of: Carried, at: string | null): Money {
  return convert(amount, of.currency_fk, of.system_currency_fk, at === null ? undefined : rate(at));
}

/** `amount` and `base` are positive for receivables; on a supplier's side the signs are inverted. */
function line(
  side: TransactionSide,
  of: Owner,
  on: Pick<EntryLine, 'account' | 'party'>,
  amount: Money,
  base: Money,
  at: string | null = of.rate,
): EntryLine {
  const foreign = of.currency_fk !== of.system_currency_fk && at !== null;
  return {
    ...on,
    outlet: of.outlet_fk,
    base: toMoney(side.sign * base),
    currency: of.currency_fk,
    foreign: toMoney(side.sign * amount),
    rate: foreign ? rate(at) : undefined,
  };
}

function settledLine(side: TransactionSide, of: Allocated, allocation: Allocation): EntryLine {
  const amount = money(allocation.amount);
  const base = settledBase(of, allocation);
  // Amounts due are on the control account and credits on advances; each account is settled separately.
  const account = { key: amount < 0n ? side.advances : side.control };
  const owned = { ...of, currency_fk: currencyOfSettled(of, allocation) };
  const settled = line(
    side,
    owned,
    { account, party: partyOf(side, of) },
    negate(amount),
    negate(base),
    allocation.rate,
  );
  return { ...settled, outlet: outletOf(of, allocation) };
}

/** The outlet whose books contain the settled document. */
const outletOf = (of: Allocated, allocation: Allocation): number => allocation.outlet_fk ?? of.outlet_fk;

/** The fraction of a document's open amount that cannot be paid, at the rate of the transaction. */
function roundedLine(side: TransactionSide, of: Allocated, rounded: Money): EntryLine {
  const account = { account: { key: 'rounding' } } as const;
  return line(side, of, account, negate(rounded), negate(inSystem(rounded, of, of.rate)));
}

/** The difference between the rates; discounts include their own. */
function realised(side: TransactionSide, of: Allocated, base: Money): EntryLine {
  const key = of.transaction_type === 'discount' ? side.discounts : 'fx-realised';
  return {
    account: { key },
    outlet: of.outlet_fk,
    base,
    currency: of.system_currency_fk,
    foreign: base,
    rate: undefined,
  };
}

function settledItem(side: TransactionSide, of: Allocated, allocation: Allocation): OpenItemChange {
  const { document, date, amount } = allocation;
  const change = negate(money(amount));
  const own = {
    party: partyOf(side, of),
    currency: currencyOfSettled(of, allocation),
    outlet: outletOf(of, allocation),
  };
  const item = { ...own, date, document, amount: change, residue: -residueOfSettled(of, allocation) };
  return change > 0n ? { ...item, credit: true } : item;
}

function ownItem(
  side: TransactionSide,
  of: Owner,
  date: string,
  document: string,
  amount: Money,
  base: Money,
): OpenItemChange {
  const own = { party: partyOf(side, of), currency: of.currency_fk, date, document, outlet: of.outlet_fk, amount };
  const at = of.currency_fk === of.system_currency_fk || of.rate === null ? undefined : rate(of.rate);
  const item = { ...own, residue: residueOf(amount, base, of.currency_fk, at) };
  const carried = of.rate === null ? item : { ...item, rate: rate(of.rate) };
  return settlesDues(of.transaction_type) ? { ...carried, credit: true } : carried;
}

function combined(lines: readonly EntryLine[]): EntryLine[] {
  const sums = new Map<string, EntryLine>();
  for (const line of lines) {
    const key = [line.account.key, line.account.of, line.outlet, line.party, line.currency, line.rate].join();
    const before = sums.get(key);
    const base = before ? add(before.base, line.base) : line.base;
    const foreign = before ? add(before.foreign, line.foreign) : line.foreign;
    sums.set(key, { ...line, base, foreign });
  }
  return [...sums.values()];
}

function combinedItems(items: readonly OpenItemChange[]): OpenItemChange[] {
  const sums = new Map<string, OpenItemChange>();
  for (const item of items) {
    const key = `${item.document}:${item.currency}:${item.date}:${item.outlet}`;
    const before = sums.get(key);
    const residue = (before?.residue ?? 0n) + (item.residue ?? 0n);
    sums.set(key, before ? { ...before, ...item, residue, amount: add(before.amount, item.amount) } : item);
  }
  return [...sums.values()];
}
