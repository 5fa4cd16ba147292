/** The allocation of a payment on its screen: open documents, the proposal, and the person's choice. */

import {
  add,
  lesser,
  type Money,
  magnitude,
  money,
  negate,
  printMoney,
  readMoney,
  toMoney,
  ZERO,
} from '../../../domain/kernel/money.ts';
import { isKeptForOrder, settledInOrder } from '../../../domain/parties/settling.ts';
import type { TransactionType } from '../../../domain/parties/transaction.schema.ts';
import { settlesDues } from '../../../domain/parties/transaction-side.ts';
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
}

/** In the API's form: positive for every document. */
export interface Settled {
  readonly document: string;
  readonly amount: string;
}

interface Until {
  /** Date of the payment, which cannot settle later documents. */
  readonly day: string;
  /** The smallest amount of the currency. */
  readonly unit: Money;
}

/**
 * Oldest first until the amount is used: the server's rule without a choice. `left` has the sign of the documents that
 * it settles.
 */
export function proposal(left: Money, open: readonly OpenDocument[], { day, unit }: Until): Settled[] {
  const settled = open.filter(({ document, date, amount }) => {
    if (left < 0n && isKeptForOrder(document)) return false;
    return money(amount) < 0n === left < 0n && date <= day;
  });
  return settledInOrder(magnitude(left), settled, ({ amount }) => money(amount), unit).map(({ item, part }) => ({
    document: item.document,
    amount: printMoney(magnitude(add(part.amount, part.rounding))),
  }));
}

/** The sum of the allocations; an applied credit increases the amount left. */
export function takenBy(settled: readonly Settled[], open: readonly OpenDocument[]): Money {
  const due = new Map(open.map((openDocument) => [openDocument.document, money(openDocument.amount)]));
  return settled.reduce((total, { document, amount }) => {
    const part = readMoney(amount) ?? ZERO;
    return toMoney(total + ((due.get(document) ?? ZERO) < 0n ? negate(part) : part));
  }, ZERO);
}

/** The amount of a transaction, with the sign of amounts due. */
export function signedAmount(header: Readonly<Record<string, unknown>>): Money {
  const amount = readMoney(String(header['amount'] ?? '')) ?? ZERO;
  return settlesDues(header['transaction_type'] as TransactionType) ? amount : negate(amount);
}

/** Stored in the header of the draft; only positive amounts count. */
export const chosenOf = (header: Fields): readonly Settled[] => {
  return listThatFits<Settled>(header['allocations'], { document: 'string', amount: 'string' });
};
export const asValue = (settled: readonly Settled[]): Value => settled as unknown as Value;
export const isSettled = ({ amount }: Settled): boolean => (readMoney(amount) ?? ZERO) !== 0n;

/** The list with another amount for one document. */
export function withAmount(settled: readonly Settled[], document: string, amount: string): readonly Settled[] {
  const known = settled.some((candidate) => candidate.document === document);
  const all = known ? settled : [...settled, { document, amount }];
  return all.flatMap((value) => {
    if (value.document !== document) return [value];
    return amount === '' ? [] : [{ document, amount }];
  });
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
  const taken = new Map<string, bigint>();
  for (const { standing, allocations } of madeAllocations(data)) {
    if (!standing) continue;
    for (const { document, amount, rounding = '0' } of allocations) {
      taken.set(document, (taken.get(document) ?? 0n) + money(amount) + money(rounding));
    }
  }
  return [...taken].map(([document, amount]) => ({ document, amount: printMoney(magnitude(toMoney(amount))) }));
}

/** The unallocated amount of a completed transaction, with the sign of the documents that it settles. */
export function unallocated(data: Readonly<Record<string, unknown>>): Money {
  const standing = madeAllocations(data).filter((madeAllocation) => madeAllocation.standing);
  const taken = standing
    .flatMap((madeAllocation) => madeAllocation.allocations)
    .reduce((total, { amount, rounding = '0' }) => total + money(amount) + money(rounding), 0n);
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
