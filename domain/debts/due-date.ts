/**
 * When a document on account is due (docs/decisions/0137): on the day that was typed, or as many days after its own day as
 * the party's terms give. The day is stored with the document, so a later change of the terms leaves it as it is.
 */

import type { Facts, OpenItem } from '../deciding/facts.ts';
import type { PaidCost } from '../documents/costs.ts';
import type { CustomerData } from '../parties/customer.record.ts';
import type { DueDay } from '../values/due-day.ts';
import { daysLater, type EffectiveDate, readDate, validDate } from '../values/effective-date.ts';
import { type Money, magnitude, money } from '../values/money.ts';
import { trueDateOf } from '../values/prior-period.ts';
import type { Issues } from '../values/refusal.ts';

const DAY_MS = 86_400_000;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export interface OnAccount extends DueDay {
  /** Null where nothing is paid. */
  readonly payment_type: 'cash' | 'on_account' | null;
  readonly date: string;
}

export type PartyKind = 'customer' | 'supplier';
export interface PartyOf {
  readonly kind: PartyKind;
  readonly id: number | null;
}

type Terms = Partial<Pick<CustomerData, 'payment_terms_days' | 'overdue_days' | 'customer_group_fk'>>;

/** Days until a document of the party is due: the party's terms, else its overdue days, else the terms of its group. */
export function termsOf({ kind, id }: PartyOf, facts: Pick<Facts, 'record'>): number {
  const party = id === null ? undefined : facts.record<Terms>(kind, id)?.data;
  const group = facts.record<Terms>('customer_group', party?.customer_group_fk ?? 0)?.data;
  return party?.payment_terms_days ?? party?.overdue_days ?? group?.payment_terms_days ?? 0;
}

interface Typed {
  readonly date: string;
  readonly due_date?: string | null | undefined;
}

/** The day before which a draft cannot be due: its true day, where it was entered late for a closed year. */
export const ownDayOf = ({ date }: { readonly date: string }, before: { readonly date: string } | undefined): string =>
  before?.date === date ? (trueDateOf(before) ?? date) : date;

/** The typed due day of a draft; refuses one before the document's own day. */
export function typedDueDay({ date, due_date }: Typed, isOwed: boolean, issues: Issues, prefix = ''): DueDay {
  if (!due_date || !isOwed) return {};
  if (!readDate(due_date)) issues.add(`${prefix}due_date`, 'date');
  else if (due_date < date) issues.add(`${prefix}due_date`, 'due_before_the_document', { value: date });
  return { due_date };
}

/** The document with the due day that its party's terms give, unless one was typed. */
export function withDueDay<Data extends OnAccount>(data: Data, party: PartyOf, facts: Pick<Facts, 'record'>): Data {
  if (data.payment_type !== 'on_account' || data.due_date !== undefined) return data;
  return { ...data, ...dueByTerms(trueDateOf(data) ?? data.date, party, facts) };
}

export function dueByTerms(date: string, party: PartyOf, facts: Pick<Facts, 'record'>): Required<DueDay> {
  const payment_terms_days = termsOf(party, facts);
  return { due_date: daysLater(date, payment_terms_days), payment_terms_days };
}

/** The due day of a cost, by the terms of its own supplier. */
export function dueOfCost(
  cost: Pick<PaidCost, 'payment_type' | 'supplier_fk'>,
  date: string,
  facts: Pick<Facts, 'record'>,
): Pick<DueDay, 'due_date'> {
  if (cost.payment_type !== 'on_account' || !readDate(date)) return {};
  return { due_date: daysLater(date, termsOf({ kind: 'supplier', id: cost.supplier_fk }, facts)) };
}

/** Days between a document's own day and its due day; undefined without a stored due day. */
export function daysUntilDue(data: DueDay & { readonly date: string }): number | undefined {
  return data.due_date === undefined ? undefined : daysBetween(trueDateOf(data) ?? data.date, data.due_date);
}

/** The part of an open item that became open with a due day. */
export interface DuePart {
  readonly day: EffectiveDate;
  readonly amount: Money;
}

/** The first day on which something of the item is due: what is settled settles the parts that are due first. */
export function firstDue(open: Money, parts: readonly DuePart[]): EffectiveDate | undefined {
  let left: bigint = magnitude(open);
  let first: EffectiveDate | undefined;
  for (const { day, amount } of parts.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
    if (left <= 0n) break;
    if (amount <= 0n) continue;
    first = day;
    left -= amount;
  }
  // The rest is of a part without a stored day.
  return left > 0n ? undefined : first;
}

/** The due day of a customer's open item; without a stored one its own day and the customer's overdue days. */
export function dueDate(
  item: Pick<OpenItem, 'date' | 'due'>,
  party: { readonly overdue_days?: number | null | undefined } | undefined,
): EffectiveDate {
  return item.due ?? daysLater(item.date, party?.overdue_days ?? 0);
}

export const duePart = (day: string, amount: string): DuePart => ({ day: validDate(day), amount: money(amount) });
