/** What is unusual about the rates that a till has sent. The money was taken at them, so nobody is asked and it is noted. */
import type { Facts } from '../kernel/facts.ts';
import { farRate, laterRates, ratesIn } from '../kernel/rate-change.ts';
import type { Issues } from '../kernel/refusal.ts';

/** Adds an issue for a rate of a later day than the entry, and for one that is far from the rate in force on its day. */
export function noteRates(said: object, date: string, facts: Facts, issues: Issues): void {
  const rates = ratesIn(said);
  const far = rates.flatMap(({ field, rate }) => farRate(field, rate, facts.rateOn?.(date), facts) ?? []);
  for (const { field, message, params } of [...laterRates(rates, date, facts), ...far]) {
    issues.add(field, message, params);
  }
}
