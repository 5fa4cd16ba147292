/** Notes on unusual rates of a till's entry. The payment was made at these rates, so no confirmation is requested. */
import type { Facts } from '../deciding/facts.ts';
import { farRate, laterRates, ratesIn } from '../documents/rate-change.ts';
import type { Issues } from '../values/refusal.ts';

/**
 * Adds an issue for a rate of a later day than the entry, and for a rate that differs too much from the one in force.
 */
export function noteRates(entry: object, date: string, facts: Facts, issues: Issues): void {
  const rates = ratesIn(entry);
  const far = rates.flatMap(({ field, rate }) => farRate(field, rate, facts.rateOn?.(date), facts) ?? []);
  for (const { field, message, params } of [...laterRates(rates, date, facts), ...far]) {
    issues.add(field, message, params);
  }
}
