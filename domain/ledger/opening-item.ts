/**
 * A document of the program before that is still open when the books begin: an invoice, a bill, an advance, what a
 * person of the staff owes. It is one document here too, so that it has its own number, day and due day, and is paid,
 * corrected and taken back by itself.
 */

import { dueByTerms, typedDueDay } from '../debts/due-date.ts';
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkAboveZero, checkHasRates, checkPlace, known, systemCurrency } from '../documents/document-rules.ts';
import { type AtOnceState, possibleAtOnce } from '../documents/immediate.ts';
import { withoutNumber } from '../documents/lifecycle-events.ts';
import { type DueDay, withoutTermsDay } from '../values/due-day.ts';
import { readRate } from '../values/rate.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import { openingDays } from './opening-days.ts';
import type { OpeningItemInput } from './opening-item.schema.ts';

/** Stream: `opening_item-<id>` */
export const OPENING_ITEM = 'opening_item';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface OpeningItem extends DueDay {
  readonly outlet_fk: number;
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  readonly user_fk: number | null;
  readonly opened_as: 'debt' | 'advance';
  /** Null for an advance, and for what staff owe. */
  readonly payment_type: 'on_account' | null;
  readonly date: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate: string | null;
  readonly amount: string;
  /** The first open day, and the day before it, on which this is posted. */
  readonly first_day: string;
  readonly opened_on: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type OpeningItemEvent =
  | DomainEvent<'opening_item.completed', OpeningItem & { readonly number: string | null }>
  | DomainEvent<'opening_item.reversed', { readonly reason: string | null }>;

// State.

export type OpeningItemState = AtOnceState<OpeningItem>;

function evolve(state: OpeningItemState, event: OpeningItemEvent): OpeningItemState {
  switch (event.type) {
    case 'opening_item.completed':
      return { status: 'complete', ...withoutNumber(event.data) };
    case 'opening_item.reversed':
      return state.status === 'complete' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

// Commands.

export type OpeningItemCommand =
  | { readonly type: 'complete'; readonly input: OpeningItemInput }
  /** Reversed, and complete as it should have been, in one step: also when a part of it was paid. */
  | { readonly type: 'correct'; readonly input: OpeningItemInput; readonly reason: string }
  /** Posted before the first day that the business has now. */
  | { readonly type: 'move' }
  | { readonly type: 'reverse'; readonly reason: string | null };

type Complete = Extract<OpeningItemState, { readonly status: 'complete' | 'reversed' }>;

function decide(command: OpeningItemCommand, state: OpeningItemState, facts: Facts): readonly OpeningItemEvent[] {
  if (command.type === 'complete') {
    if (state.status !== 'none') return [];
    const data = openingItemFacts(command.input, facts);
    return [completed(data, data.reference_number)];
  }
  if (command.type === 'reverse' && state.status === 'reversed') return [];
  if (state.status !== 'complete') throw wrongState(state.status, possible(state));
  switch (command.type) {
    case 'correct': {
      const data = openingItemFacts(command.input, facts);
      const after = completed(data, numberAfter(data, state));
      const before = { ...withoutTermsDay(state.data), number: state.number };
      const isSame = JSON.stringify(withoutTermsDay(after.data)) === JSON.stringify(before);
      return isSame ? [] : [reversed(command.reason), after];
    }
    case 'move': {
      const { first_day, date: opened_on } = openingDays(facts);
      if (state.data.first_day === first_day) return [];
      checkDay(state.data.date, opened_on);
      return [reversed('first_day_moved'), completed({ ...state.data, first_day, opened_on }, state.number)];
    }
    case 'reverse':
      return [reversed(command.reason)];
    default:
      return unreachable(command);
  }
}

const completed = (data: OpeningItem, number: string | null) =>
  ({ type: 'opening_item.completed', v: 1, data: { ...data, number } }) as const;
const reversed = (reason: string | null) => ({ type: 'opening_item.reversed', v: 1, data: { reason } }) as const;

/** A number of the series is kept, so that the series has no gap; without one the document has its own number. */
const numberAfter = ({ reference_number: own }: OpeningItem, { data, number }: Complete): string | null =>
  data.reference_number === null || data.reference_number !== number ? number : own;

export const possible = (state: OpeningItemState): readonly string[] =>
  state.status === 'complete' ? ['correct', 'move', 'reverse'] : possibleAtOnce(state);

export const openingItem: Decider<OpeningItemState, OpeningItemCommand, OpeningItemEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};

// Rules.

function openingItemFacts(input: OpeningItemInput, facts: Facts): OpeningItem {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const { customer_fk = null, supplier_fk = null, user_fk = null, opened_as, currency_fk } = input;
  const system = systemCurrency(facts);
  if ([customer_fk, supplier_fk, user_fk].filter((id) => id !== null).length !== 1) {
    issues.add('customer_fk', 'customer_or_supplier');
  }
  known(facts, issues, 'customer_fk', 'customer', customer_fk);
  known(facts, issues, 'supplier_fk', 'supplier', supplier_fk);
  known(facts, issues, 'user_fk', 'user', user_fk);
  known(facts, issues, 'currency_fk', 'currency', currency_fk);
  checkHasRates(currency_fk, 'currency_fk', facts, issues);
  checkAboveZero(input.amount, 'amount', issues);
  if (user_fk !== null && currency_fk !== system) issues.add('currency_fk', 'account_of_another_currency');
  if (user_fk !== null && opened_as === 'advance') issues.add('opened_as', 'staff_has_no_advance');
  const isDue = opened_as === 'debt' && user_fk === null;
  const days = openingDays(facts);
  const typed = typedDueDay(input, isDue, issues);
  if (input.date > days.date) issues.add('date', 'not_after_the_opening', { value: days.date });
  const rate = rateOf(input, system, issues);
  issues.throwIfAny();
  const party = customer_fk === null ? ({ kind: 'supplier', id: supplier_fk } as const) : customerOf(customer_fk);
  return {
    outlet_fk: input.outlet_fk,
    customer_fk,
    supplier_fk,
    user_fk,
    opened_as,
    payment_type: isDue ? 'on_account' : null,
    date: input.date,
    ...(isDue && typed.due_date === undefined ? dueByTerms(input.date, party, facts) : typed),
    currency_fk,
    system_currency_fk: system,
    rate,
    amount: input.amount,
    first_day: days.first_day,
    opened_on: days.date,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

const customerOf = (id: number) => ({ kind: 'customer', id }) as const;

/** Throws Refusal when the document would be younger than the books. */
function checkDay(date: string, opened_on: string): void {
  const issues = new Issues();
  if (date > opened_on) issues.add('date', 'not_after_the_opening', { value: opened_on });
  issues.throwIfAny();
}

function rateOf({ currency_fk, rate }: OpeningItemInput, system: number, issues: Issues): string | null {
  if (currency_fk === system) return null;
  if (!rate) issues.add('rate', 'required');
  else if ((readRate(rate) ?? 0n) <= 0n) issues.add('rate', 'greater_than', { value: '0' });
  return rate ?? null;
}
