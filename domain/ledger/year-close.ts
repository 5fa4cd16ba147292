/**
 * The close of a financial year. It first closes the year's days, so that nothing changes while the year is replayed
 * and compared; then it is completed with the findings, or cancelled. The last close can be reopened.
 */
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { systemCurrency } from '../documents/document-rules.ts';
import { firstDayOf } from '../organisation/first-year.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import type { YearCloseInput } from './year-close.schema.ts';

/** Stream: `year_close-<id>` */
export const YEAR_CLOSE = 'year_close';

/** The permission to close a year before its end. */
export const CLOSE_EARLY_PERMISSION = 'financial_years/close_early';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions. They hold the
// figures of the books at a position, never a posting.

export interface YearClose {
  readonly financial_year_fk: number;
  readonly previous_year_fk: number | null;
  /** The first open day of the year. */
  readonly start_date: string;
  /** The last day of the year, the posting date of the closing entry. */
  readonly date: string;
  readonly system_currency_fk: number;
  readonly acknowledged: readonly string[];
  readonly note: string | null;
}

/** Balance of an income or expense account at the end of the year: debits are positive. */
export interface ClosingBalance {
  /** Number of the account in the chart. */
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly base: string;
  readonly foreign_amount: string;
}

/**
 * SHA-256 of all account balances, of stock on hand with its value, and of all party balances, at the end of the year.
 */
export interface Digests {
  readonly trial_balance: string;
  readonly stock: string;
  readonly subledgers: string;
}

/** Digests of the rules with which the year was replayed. */
export interface RuleVersions {
  readonly posting: string;
  readonly costing: string;
  readonly read_models: string;
}

/** A balance that differs from the previous close of the year, without the closing entry. */
export interface CloseDifference {
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly before: string;
  readonly after: string;
}

export interface ClosedBooks {
  /** Position of the log up to which the year was replayed and matched the books. */
  readonly position: string;
  readonly rules: RuleVersions;
  readonly digests: Digests;
  readonly balances: readonly ClosingBalance[];
  /** The previous close of the same year; null for the first. */
  readonly previous: { readonly year_close_fk: number; readonly position: string; readonly digests: Digests } | null;
  readonly differences: readonly CloseDifference[];
}

export type Closed = YearClose & { readonly books: ClosedBooks; readonly number: string | null };

export type YearCloseEvent =
  | DomainEvent<'year_close.started', YearClose>
  | DomainEvent<'year_close.broken_off', { readonly reason: string | null }>
  | DomainEvent<'year_close.closed', Closed>
  | DomainEvent<'year_close.reopened', { readonly reason: string | null }>;

// State.

export type YearCloseState =
  | { readonly status: 'none' }
  | { readonly status: 'closing' | 'broken_off'; readonly close: YearClose }
  | {
      readonly status: 'closed' | 'reopened';
      readonly close: YearClose;
      readonly books: ClosedBooks;
      readonly number: string | null;
    };

function evolve(state: YearCloseState, event: YearCloseEvent): YearCloseState {
  switch (event.type) {
    case 'year_close.started':
      return { status: 'closing', close: event.data };
    case 'year_close.broken_off':
      return state.status === 'closing' ? { ...state, status: 'broken_off' } : state;
    case 'year_close.closed': {
      const { books, number, ...close } = event.data;
      return { status: 'closed', close, books, number };
    }
    case 'year_close.reopened':
      return state.status === 'closed' ? { ...state, status: 'reopened' } : state;
    default:
      return unreachable(event);
  }
}

// Commands.

export type YearCloseCommand =
  | { readonly type: 'start'; readonly input: YearCloseInput }
  | { readonly type: 'break_off'; readonly reason: string | null }
  /** Only from the job that replayed the year. */
  | { readonly type: 'close'; readonly books: ClosedBooks }
  | { readonly type: 'reopen'; readonly reason: string | null };

function decide(command: YearCloseCommand, state: YearCloseState, facts: Facts): readonly YearCloseEvent[] {
  switch (command.type) {
    case 'start':
      if (state.status !== 'none') return [];
      return [{ type: 'year_close.started', v: 1, data: yearFacts(command.input, facts) }];
    case 'break_off':
      if (state.status === 'broken_off') return [];
      if (state.status !== 'closing') throw wrongState(state.status, possible(state));
      return [{ type: 'year_close.broken_off', v: 1, data: { reason: command.reason } }];
    case 'close':
      if (state.status === 'closed') return [];
      if (state.status !== 'closing') throw wrongState(state.status, possible(state));
      return [{ type: 'year_close.closed', v: 1, data: { ...state.close, books: command.books, number: null } }];
    case 'reopen':
      if (state.status === 'reopened') return [];
      if (state.status !== 'closed') throw wrongState(state.status, possible(state));
      return [{ type: 'year_close.reopened', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

function yearFacts(input: YearCloseInput, facts: Facts): YearClose {
  const issues = new Issues();
  const days = (field: 'financial_year_fk' | 'previous_year_fk', id: number | null | undefined) => {
    if (id === null || id === undefined) return undefined;
    const year = facts.record<{ start_date: string; end_date: string; first_day?: string | null }>(
      'financial_year',
      id,
    );
    if (!year) issues.add(field, 'unknown_record');
    return year?.data;
  };
  const year = days('financial_year_fk', input.financial_year_fk);
  const previous = days('previous_year_fk', input.previous_year_fk);
  if (year && previous && previous.end_date >= year.start_date) {
    issues.add('previous_year_fk', 'previous_year_is_later');
  }
  if (year && facts.today <= year.end_date) askToCloseEarly(year.end_date, facts, issues);
  issues.throwIfAny();
  return {
    financial_year_fk: input.financial_year_fk,
    previous_year_fk: input.previous_year_fk ?? null,
    start_date: String((year && firstDayOf(year)) ?? ''),
    date: year?.end_date ?? '',
    system_currency_fk: systemCurrency(facts),
    acknowledged: [...(input.acknowledged ?? [])].sort(),
    note: input.note ?? null,
  };
}

/** After an early close every remaining day of the year is refused, so it requires a permission and a confirmation. */
function askToCloseEarly(lastDay: string, facts: Facts, issues: Issues): void {
  if (!facts.actor.can(CLOSE_EARLY_PERMISSION)) {
    issues.add('financial_year_fk', 'year_is_not_over', { value: lastDay });
  } else if (!facts.confirmed) {
    issues.ask('financial_year_fk', 'year_closed_early', { value: lastDay });
  }
}

/** The transitions that the state allows. */
export function possible(state: YearCloseState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['start'];
    case 'closing':
      return ['break_off'];
    case 'closed':
      return ['reopen'];
    case 'broken_off':
    case 'reopened':
      return [];
    default:
      return unreachable(state);
  }
}

export const yearClose: Decider<YearCloseState, YearCloseCommand, YearCloseEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
