/**
 * Values the foreign money of an outlet and what is owed to it or by it in foreign money (loans and deposits too) at the end of a period. It posts the difference to
 * unrealised exchange and reverses it on the next day, so that later settlements compare with the original rate and no
 * gain is counted twice.
 */
import { type PostedState, postedDecider } from '../documents/posted.ts';
import type { RevaluationInput } from './revaluation.schema.ts';
import { REVALUATION, type Revaluation, type RevaluedBooks } from './revaluation-events.ts';
import { revaluationFacts, revaluedBalances } from './revaluation-rules.ts';

type Revalued = Revaluation & RevaluedBooks;
export type RevaluationState = PostedState<Revaluation, Revalued>;

export const revaluation = postedDecider<typeof REVALUATION, RevaluationInput, Revaluation, Revalued>(REVALUATION, {
  facts: revaluationFacts,
  posted: (data, facts) => ({ ...data, ...revaluedBalances(data, facts) }),
});
