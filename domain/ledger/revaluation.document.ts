/** The revaluation as a document: its transitions, its number, and its two entries in the books. */
import type { Claim } from '../kernel/claim.ts';
import { declareDocument, seriesOf } from '../kernel/document.ts';
import { validDate } from '../kernel/effective-date.ts';
import { fields, list } from '../kernel/held-fields.schema.ts';
import { reasoned } from '../kernel/transitions.ts';
import { NOTHING, REVERSE } from '../posting/posting-rule.ts';
import { postRevaluation } from '../posting/revaluation.ts';
import { RULES } from '../posting/rules.ts';
import { RevaluationBody, type RevaluationInput } from './revaluation.schema.ts';
import {
  possible,
  REVALUATION,
  type RevaluationCommand,
  type RevaluationEvent,
  type RevaluationState,
  revaluation,
} from './revaluation.ts';

export const revaluationDocument = declareDocument<RevaluationState, RevaluationCommand, RevaluationEvent>({
  kind: REVALUATION,
  resource: 'revaluations',
  folder: 'ledger',
  holds: 'revaluation',
  decider: revaluation,
  body: RevaluationBody,
  held: {
    data: fields('next_day currency_fk in_rate out_rate position amount', {
      balances: list('account party currency_fk foreign_amount base rate'),
    }),
  },
  create: (input: RevaluationInput) =>
    input.status === 'posted' ? [{ type: 'draft', input }, { type: 'post' }] : [{ type: 'draft', input }],
  completing: (input: RevaluationInput) => (input.status === 'posted' ? { type: 'post' } : undefined),
  change: (input: RevaluationInput) => ({ type: 'change', input }),
  transitions: {
    post: { permission: 'complete', command: () => ({ type: 'post' }) },
    reverse: reasoned('return_to_draft', 'reverse'),
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postings: {
    'revaluation.drafted': NOTHING,
    'revaluation.draft_changed': NOTHING,
    'revaluation.discarded': NOTHING,
    'revaluation.posted': { does: 'post', post: postRevaluation, rule: RULES.revaluation },
    'revaluation.reversed': REVERSE,
  },
  postingsOf(state) {
    if (state.status !== 'posted') return [];
    const { later, ...first } = postRevaluation(state.revaluation);
    return later ? [first, { ...first, ...later }] : [first];
  },
  claims: (before, after) => {
    if (before.status === after.status || after.status === 'none') return [];
    if (after.status === 'posted') return [once(after, '1')];
    return before.status === 'posted' ? [once(after, '-1')] : [];
  },
  measures: ({ outlet_fk, date }) =>
    typeof outlet_fk === 'number' && typeof date === 'string'
      ? { of: 'foreign_balances', outlet: outlet_fk, to: date }
      : undefined,
  numbered: {
    event: 'revaluation.posted',
    prefix: 'V-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.revaluation),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.revaluation.outlet_fk }),
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});

/** A second one on the same day would count the same difference twice. */
function once({ revaluation: of }: Exclude<RevaluationState, { status: 'none' }>, delta: '1' | '-1'): Claim {
  const day = validDate(of.date);
  const key = `revaluation:${of.outlet_fk}:${of.date}`;
  return { kind: 'level', key, day, delta, ceiling: '1', field: 'date', message: 'revalued_already' };
}
