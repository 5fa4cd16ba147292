/** The trial balance as at a day. */
import { dayAt, trialBalances } from './trial-balances.ts';

export const asAt = trialBalances(
  'as-at',
  'trial balance as at a day, beside the sum of all lines',
  (question) => ({ asAt: dayAt(question), knownAt: undefined }),
  { timesFaster: 50, p95Ms: 20 },
);
