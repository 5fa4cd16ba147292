/**
 * A recalculation replays the books from a day on under the rules in force, with a corrected rate, or under another
 * costing rule. It is requested, lists every difference that it would make, and commits exactly the listed
 * differences.
 */
import type { AverageScope, CostMethod } from '../costing/rules.ts';
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { rateQuestion } from '../documents/rate-change.ts';
import type { CurrencyRateData } from '../organisation/currency-rate.record.ts';
import { readDate } from '../values/effective-date.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import type { RecalculationInput } from './recalculation.schema.ts';

/** Stream: `recalculation-<id>` */
export const RECALCULATION = 'recalculation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions. They hold the
// request and the committed plan, never a difference.

export interface Recalculation {
  readonly date: string;
  readonly item_fk: readonly number[];
  readonly inventory_fk: readonly number[];
  readonly rate_fk: number | null;
  readonly to_rate_fk: number | null;
  /** The costing rule from the date on; absent when unchanged. */
  readonly average_scope?: AverageScope;
  readonly cost_method?: CostMethod;
  readonly note: string | null;
}

/** The plan that was listed and is committed. */
export interface RecalculationPlan {
  /** Position of the log at which it was listed. */
  readonly position: string;
  /** SHA-256 of the differences. */
  readonly digest: string;
  /** Number of differing sums by account, document and month. */
  readonly differences: number;
}

export type RecalculationEvent =
  | DomainEvent<'recalculation.asked', Recalculation>
  | DomainEvent<'recalculation.discarded', Record<string, never>>
  /** The corrections need several appends: this event comes before the first of them, the commit after the last. */
  | DomainEvent<'recalculation.commit_started', { readonly plan: RecalculationPlan }>
  | DomainEvent<
      'recalculation.committed',
      Recalculation & { readonly plan: RecalculationPlan; readonly number: string | null }
    >;

// State.

export type RecalculationState =
  | { readonly status: 'none' }
  | { readonly status: 'asked' | 'discarded'; readonly recalculation: Recalculation }
  | { readonly status: 'committing'; readonly recalculation: Recalculation; readonly plan: RecalculationPlan }
  | {
      readonly status: 'committed';
      readonly recalculation: Recalculation;
      readonly plan: RecalculationPlan;
      readonly number: string | null;
    };

function evolve(state: RecalculationState, event: RecalculationEvent): RecalculationState {
  switch (event.type) {
    case 'recalculation.asked':
      return { status: 'asked', recalculation: event.data };
    case 'recalculation.discarded':
      return state.status === 'asked' ? { ...state, status: 'discarded' } : state;
    case 'recalculation.commit_started':
      return state.status === 'asked' ? { ...state, status: 'committing', plan: event.data.plan } : state;
    case 'recalculation.committed': {
      const { plan, number, ...recalculation } = event.data;
      return { status: 'committed', recalculation, plan, number };
    }
    default:
      return unreachable(event);
  }
}

// Commands.

export type RecalculationCommand =
  | { readonly type: 'ask'; readonly input: RecalculationInput }
  | { readonly type: 'discard' }
  /** Only from the job, after it verified the plan, when one append cannot hold the corrections. */
  | { readonly type: 'start_commit'; readonly plan: RecalculationPlan }
  /** Only from the job, after it verified the plan. */
  | { readonly type: 'commit'; readonly plan: RecalculationPlan };

function decide(command: RecalculationCommand, state: RecalculationState, facts: Facts): readonly RecalculationEvent[] {
  switch (command.type) {
    case 'ask':
      if (state.status !== 'none') return [];
      return [{ type: 'recalculation.asked', v: 1, data: recalculationFacts(command.input, facts) }];
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'asked') throw wrongState(state.status, possible(state));
      return [{ type: 'recalculation.discarded', v: 1, data: {} }];
    case 'start_commit':
      if (state.status === 'committing') return [];
      if (state.status !== 'asked') throw wrongState(state.status, possible(state));
      return [{ type: 'recalculation.commit_started', v: 1, data: { plan: command.plan } }];
    case 'commit':
      if (state.status === 'committed') return [];
      if (state.status !== 'asked' && state.status !== 'committing') throw wrongState(state.status, possible(state));
      return [
        {
          type: 'recalculation.committed',
          v: 1,
          data: { ...state.recalculation, plan: command.plan, number: null },
        },
      ];
    default:
      return unreachable(command);
  }
}

function recalculationFacts(input: RecalculationInput, facts: Facts): Recalculation {
  const issues = new Issues();
  if (!readDate(input.date)) issues.add('date', 'date');
  const { rate_fk = null, to_rate_fk = null } = input;
  for (const [field, id] of Object.entries({ rate_fk, to_rate_fk })) {
    if (id !== null && !facts.record('currency_rate', id)) issues.add(field, 'unknown_record');
  }
  if (rate_fk !== null && to_rate_fk === null) issues.add('to_rate_fk', 'required');
  if (rate_fk === null && to_rate_fk !== null) issues.add('rate_fk', 'required');
  if (rate_fk !== null && rate_fk === to_rate_fk) issues.add('to_rate_fk', 'rates_must_differ');
  if ((input.average_scope || input.cost_method) && rate_fk !== null) issues.add('rate_fk', 'rate_or_rule');
  askAboutRate(rate_fk, to_rate_fk, facts, issues);
  issues.throwIfAny();
  const chosen = (ids: readonly number[] | undefined) => [...(ids ?? [])].sort((a, b) => a - b);
  return {
    date: input.date,
    item_fk: chosen(input.item_fk),
    inventory_fk: chosen(input.inventory_fk),
    rate_fk,
    to_rate_fk,
    ...(input.average_scope ? { average_scope: input.average_scope } : {}),
    ...(input.cost_method ? { cost_method: input.cost_method } : {}),
    note: input.note ?? null,
  };
}

/** The corrected documents will use the right rate: a confirmation is required when it is far from the wrong one. */
function askAboutRate(from: number | null, to: number | null, facts: Facts, issues: Issues): void {
  const [wrong, right] = [from, to].map((id) => facts.record<CurrencyRateData>('currency_rate', id ?? 0)?.data);
  if (!wrong || !right) return;
  for (const side of ['rate', 'in_rate'] as const) {
    const question = rateQuestion('to_rate_fk', right[side], wrong, facts);
    if (question) issues.ask(question.field, question.message, question.params);
  }
}

export const changesRule = ({ average_scope, cost_method }: Recalculation): boolean =>
  average_scope !== undefined || cost_method !== undefined;

/** The transitions that the state allows. */
export function possible(state: RecalculationState): readonly string[] {
  if (state.status === 'none') return ['ask'];
  // A started commit must be completed: some corrections are stored already.
  if (state.status === 'committing') return ['commit'];
  return state.status === 'asked' ? ['commit', 'discard'] : [];
}

export const recalculation: Decider<RecalculationState, RecalculationCommand, RecalculationEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
