/** The allocation of a payment on its screen: open documents, the proposal, and the person's choice. */

import { type MoneyGiven, moneyFor, otherInOrder } from '../../../domain/debts/money-for-debts.ts';
import { isKeptForOrder, settledInOrder } from '../../../domain/debts/settling.ts';
import { settlesDues } from '../../../domain/debts/transaction-side.ts';
import type { TransactionType } from '../../../domain/parties/transaction.schema.ts';
import {
  add,
  lesser,
  type Money,
  magnitude,
  money,
  negate,
  printMoney,
  readMoney,
  roundTo,
  toMoney,
  ZERO,
} from '../../../domain/values/money.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import { listThatFits } from '../api/wire.ts';
import type { Fields, Value } from '../document/model/draft.ts';

export interface OpenDocument {
  /** `sale-12` */
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly date: string;
  /** Amounts due are positive, credits negative. */
  readonly amount: string;
  readonly currency_fk: number;
}

/** In the API's form: positive for every document. */
export interface Settled {
  readonly document: string;
  readonly amount: string;
  /** Of a document in the other currency than the payment's, and the money for it; defaults to that at the rate. */
  readonly currency_fk?: number;
  readonly used?: string;
}

interface Until {
  /** Date of the payment, which cannot settle later documents. */
  readonly day: string;
  /** The smallest amount of the currency. */
  readonly unit: Money;
  /** The payment's money and the rate for debts in the other currency; undefined when these are not settled. */
  readonly other?: OtherMoney | undefined;
}

export interface OtherMoney extends MoneyGiven {
  readonly rate: Rate;
}

/** True for a document in the other currency than the payment's. */
const isOther = ({ currency_fk }: OpenDocument, other: OtherMoney | undefined): boolean =>
  other !== undefined && currency_fk !== other.currency;

/**
 * Oldest first until the amount is used: the server's rule without a choice. `left` has the sign of the documents that
 * it settles.
 */
export function proposal(left: Money, open: readonly OpenDocument[], { day, unit, other }: Until): Settled[] {
  const settled = open.filter(({ document, date, amount }) => {
    if (left < 0n && isKeptForOrder(document)) return false;
    return money(amount) < 0n === left < 0n && date <= day;
  });
  const inOwn = settled.filter((item) => !isOther(item, other));
  const own = settledInOrder(magnitude(left), inOwn, ({ amount }) => money(amount), unit).map(({ item, part }) => ({
    document: item.document,
    amount: printMoney(magnitude(add(part.amount, part.rounding))),
  }));
  if (!other) return own;
  const rest = own.reduce((sum, { amount }) => toMoney(sum - money(amount)), magnitude(left));
  const inOther = settled
    .filter((item) => isOther(item, other))
    .map((item) => ({ ...item, currency: item.currency_fk }));
  const more = otherInOrder(rest, inOther, other, other.rate).map(({ item, amount, used }) => ({
    document: item.document,
    amount: printMoney(magnitude(amount)),
    currency_fk: item.currency_fk,
    used: printMoney(magnitude(used)),
  }));
  return [...own, ...more];
}

/** The payment's money that an allocation uses: of a document in the other currency, as typed or at the rate. */
export function usedFor({ amount, currency_fk, used }: Settled, other: OtherMoney | undefined): Money {
  const typed = readMoney(used ?? '');
  const part = readMoney(amount) ?? ZERO;
  if (currency_fk === undefined || !other || currency_fk === other.currency) return part;
  return typed ?? moneyFor(part, currency_fk, other, other.rate);
}

/** Which open document an allocation is of. */
export const settledKey = (document: string, currency: number | undefined): string => `${document}:${currency ?? ''}`;
export const keyOfOpen = (row: OpenDocument, other: OtherMoney | undefined): string =>
  settledKey(row.document, isOther(row, other) ? row.currency_fk : undefined);

/**
 * One row for each document and currency, of its first day: an order is open on each day on which it was paid in
 * advance, and an amount for it settles the oldest day first.
 */
export function byDocument(open: readonly OpenDocument[]): OpenDocument[] {
  const rows = Map.groupBy(open, ({ document, currency_fk }) => settledKey(document, currency_fk)).values();
  return [...rows].flatMap(([first, ...others]) => {
    if (!first) return [];
    const amount = others.reduce((sum, row) => add(sum, money(row.amount)), money(first.amount));
    return [{ ...first, amount: printMoney(amount) }];
  });
}

/** The sum of the allocations; an applied credit increases the amount left. */
export function takenBy(settled: readonly Settled[], open: readonly OpenDocument[], other?: OtherMoney): Money {
  const due = new Map(open.map((row) => [keyOfOpen(row, other), money(row.amount)]));
  return settled.reduce((total, value) => {
    const part = usedFor(value, other);
    const owed = due.get(settledKey(value.document, value.currency_fk)) ?? ZERO;
    return toMoney(total + (owed < 0n ? negate(part) : part));
  }, ZERO);
}

/** The amount of a transaction, with the sign of amounts due. */
export function signedAmount(header: Readonly<Record<string, unknown>>): Money {
  const amount = readMoney(String(header['amount'] ?? '')) ?? ZERO;
  return paysDues(header) ? amount : negate(amount);
}

/** A settlement says what it settles; a payment says it by its type. */
const paysDues = ({ settled_as, transaction_type }: Readonly<Record<string, unknown>>): boolean =>
  settled_as === undefined ? settlesDues(transaction_type as TransactionType) : settled_as === 'debt';

/** Stored in the header of the draft; only positive amounts count. */
export const chosenOf = (header: Fields): readonly Settled[] => {
  return listThatFits<Settled>(header['allocations'], { document: 'string', amount: 'string' });
};
export const asValue = (settled: readonly Settled[]): Value => settled as unknown as Value;
export const isSettled = ({ amount }: Settled): boolean => (readMoney(amount) ?? ZERO) !== 0n;

/** The list with another amount for one document, or with other money for it (`used`). */
export function withAmount(settled: readonly Settled[], next: Settled): readonly Settled[] {
  const { document, amount, currency_fk } = next;
  const isSame = (value: Settled) => value.document === document && value.currency_fk === currency_fk;
  const all = settled.some(isSame) ? settled : [...settled, next];
  return all.flatMap((value) => {
    if (!isSame(value)) return [value];
    return amount === '' ? [] : [next];
  });
}

/** The whole document, or nothing of it. One in the payment's currency that is older has fractions of its unit. */
export function ticked(row: OpenDocument, isTicked: boolean, { unit, other }: Omit<Until, 'day'>): Settled {
  const whole = magnitude(money(row.amount));
  const amount = isOther(row, other) ? whole : roundTo(whole, unit);
  return {
    document: row.document,
    amount: isTicked ? printMoney(amount) : '',
    ...(isOther(row, other) ? { currency_fk: row.currency_fk } : {}),
  };
}

/**
 * The amount of a payment is the sum of what is chosen until a person types another; nothing where credits are more than
 * what they pay.
 */
export function filledAmount(header: Fields, taken: Money): Fields {
  const { amount = null, filled_amount: filled = null } = header;
  if (amount !== null && amount !== '' && amount !== filled) return {};
  const sum = paysDues(header) ? taken : negate(taken);
  const next = sum > 0n ? printMoney(sum) : null;
  return { amount: next, filled_amount: next };
}

/** A stored allocation of the document. */
export interface MadeAllocation {
  readonly allocation_id: number;
  readonly date: string;
  readonly standing: boolean;
  readonly allocations: readonly {
    readonly document: string;
    readonly document_number: string | null;
    readonly date: string;
    readonly amount: string;
    /** Of a document in the other currency: its currency, and the payment's money for it, signed as the amount. */
    readonly currency_fk?: number;
    readonly used?: string;
    /** Rounding that it uses of the payment, in addition to the amount. */
    readonly rounding?: string;
    /** The open amount of the document just before. */
    readonly open_amount?: string;
  }[];
}

export function madeAllocations(data: Readonly<Record<string, unknown>>): readonly MadeAllocation[] {
  const made = data['allocations'];
  return listThatFits<MadeAllocation>(made, {});
}

/** Its standing allocations in the form in which a person chooses them: one amount for each document. */
export function standingOf(data: Readonly<Record<string, unknown>>): readonly Settled[] {
  const standing = madeAllocations(data).filter((made) => made.standing);
  const all = standing.flatMap(({ allocations }) => allocations);
  const size = (amounts: readonly bigint[]) => printMoney(magnitude(toMoney(amounts.reduce((a, b) => a + b, 0n))));
  const ofDocuments = Map.groupBy(all, ({ document, currency_fk }) => settledKey(document, currency_fk));
  return [...ofDocuments.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const amount = size(own.map(({ amount, rounding = '0' }) => money(amount) + money(rounding)));
    const { document, currency_fk } = first;
    if (currency_fk === undefined) return [{ document, amount }];
    return [{ document, amount, currency_fk, used: size(own.map(({ used = '0' }) => money(used))) }];
  });
}

/** The unallocated amount of a completed transaction, with the sign of the documents that it settles. */
export function unallocated(data: Readonly<Record<string, unknown>>): Money {
  const standing = madeAllocations(data).filter((madeAllocation) => madeAllocation.standing);
  const taken = standing
    .flatMap((madeAllocation) => madeAllocation.allocations)
    .reduce((total, { amount, used = amount, rounding = '0' }) => total + money(used) + money(rounding), 0n);
  return toMoney(signedAmount(data) - taken);
}

/** The unallocated amount as far as no other transaction has settled it (money back): the server allocates no more. */
export function openRest(data: Readonly<Record<string, unknown>>): Money {
  const rest = unallocated(data);
  // The answer of a command does not have it.
  const unpaid = readMoney(String(data['unpaid'] ?? ''));
  if (unpaid === undefined) return rest;
  const open = lesser(magnitude(rest), magnitude(unpaid));
  return rest < 0n ? negate(open) : open;
}
