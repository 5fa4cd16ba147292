/** The trial balance as at a day, as known at a moment some days later. */
import { dayAt, trialBalances } from './trial-balances.ts';

const LATER = [0, 1, 7, 29];

export const knownAt = trialBalances(
  'known-at',
  'trial balance as at a day as known at a moment, beside the sum of all lines',
  (question) => ({
    asAt: dayAt(question),
    knownAt: `${dayAt(question, LATER[question % LATER.length])}T${String((question * 7) % 24).padStart(2, '0')}:30:00Z`,
  }),
  { timesFaster: 10 },
);
