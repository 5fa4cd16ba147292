/**
 * A document keeps its number when it is returned to draft. The number belongs to the series of its outlet and financial
 * year (decisions 71 and 98), so a numbered document stays in both.
 */

import type { Facts } from '../../domain/deciding/facts.ts';
import { validDate } from '../../domain/values/effective-date.ts';
import { membersOf } from '../../domain/values/members.ts';
import { seriesInYear } from '../../domain/values/number-series.ts';
import { Issues } from '../../domain/values/refusal.ts';
import type { AggregateState, DocumentType } from '../aggregates/aggregate-types.ts';

const numberOf = (state: AggregateState): string | undefined => {
  const { number } = membersOf(state);
  return typeof number === 'string' ? number : undefined;
};

/** True when the command gives a numbered document another date, so that the financial years must be known. */
export function mayLeaveItsYear({ declaration }: DocumentType, state: AggregateState, body: unknown): boolean {
  const { date } = membersOf(body);
  if (!declaration.numbered || numberOf(state) === undefined || typeof date !== 'string') return false;
  return declaration.numbered.of(state).date !== date;
}

interface Stored {
  readonly before: AggregateState;
  readonly after: AggregateState;
  readonly facts: Facts;
}

/** Throws Refusal when a numbered document would leave its outlet or its financial year. */
export function checkKeptSeries(
  { declaration: { numbered } }: DocumentType,
  { before, after, facts: { years } }: Stored,
): void {
  const number = numberOf(before);
  if (!numbered || number === undefined) return;
  const issues = new Issues();
  const [was, is] = [numbered.of(before), numbered.of(after)];
  if (was.outlet !== is.outlet) issues.add('outlet_fk', 'number_of_its_outlet', { number });
  const inYear = ({ date }: typeof was) => seriesInYear('', validDate(date), years ?? []);
  if (years && inYear(was) !== inYear(is)) issues.add('date', 'number_of_its_year', { number });
  issues.throwIfAny();
}
