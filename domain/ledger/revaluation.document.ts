/** The revaluation as a document: its lifecycle, its number, and its two entries. */
import type { Claim } from '../deciding/claim.ts';
import { declarePosted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { REVALUATION_PAPERS } from '../paper/money-papers.ts';
import { postRevaluation } from '../posting/revaluation.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { validDate } from '../values/effective-date.ts';
import { RevaluationBody } from './revaluation.schema.ts';
import { type RevaluationState, revaluation } from './revaluation.ts';
import { REVALUATION } from './revaluation-events.ts';

export const revaluationDocument = declarePosted({
  kind: REVALUATION,
  resource: 'revaluations',
  folder: 'ledger',
  decider: revaluation,
  body: RevaluationBody,
  papers: REVALUATION_PAPERS,
  held: {
    data: fields('next_day currency_fk in_rate out_rate position amount', {
      balances: list('account party currency_fk foreign_amount base rate'),
    }),
  },
  post: postRevaluation,
  rule: RULES.revaluation,
  prefix: 'V-',
  claims: (before, after) => {
    if (before.status === after.status || after.status === 'none') return [];
    if (after.status === 'posted') return [once(after, '1')];
    return before.status === 'posted' ? [once(after, '-1')] : [];
  },
  carriesSums: true,
  measures: ({ outlet_fk, date }) =>
    typeof outlet_fk === 'number' && typeof date === 'string'
      ? { of: 'foreign_balances', outlet: outlet_fk, to: date }
      : undefined,
});

/** A second revaluation on the same day would post the same difference twice. */
function once({ data: of }: Exclude<RevaluationState, { status: 'none' }>, delta: '1' | '-1'): Claim {
  const day = validDate(of.date);
  const key = `revaluation:${of.outlet_fk}:${of.date}`;
  return { kind: 'level', key, day, delta, ceiling: '1', field: 'date', message: 'revalued_already' };
}
