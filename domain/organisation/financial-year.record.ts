/**
 * A financial year: its days are open for documents from its registration until it is closed. Its days can be changed,
 * and it can be deleted, while it has no postings; its claims check this (docs/decisions/0073).
 */
import { type Static, Type } from 'typebox';
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import { Body, DateField, Maybe, Name, Papers } from '../schemas/fields.schema.ts';
import { dayAfter, type EffectiveDate, partsOfDate, readDate, validDate } from '../values/effective-date.ts';
import type { Year } from '../values/prior-period.ts';
import type { Issues } from '../values/refusal.ts';
import { FIRST_YEAR, firstDayOf } from './first-year.ts';

export const FinancialYearBody = Body({
  year_name: Name(),
  start_date: DateField(),
  end_date: DateField(),
  /** Of the first year: the first open day, where the business moved in within the year. */
  first_day: Maybe(DateField()),
  /** Papers of the books of the year, which may be those of another program. */
  attachments: Type.Optional(Papers()),
});
export type FinancialYearData = Static<typeof FinancialYearBody>;

export const financialYear = declareRecord({
  names: { kind: 'financial_year', folder: 'organisation', id: 'year_id', name: 'year_name' },
  schema: FinancialYearBody,
  defaults: { attachments: [] },
  list: { columns: ['year_name', 'start_date', 'end_date', 'first_day'], search: ['year_name'] },
  asksYears: true,
  check: checkYear,
  claims: changedDays,
  presenceClaims: (data, action) => [daysOf(data, action === 'retire' ? 'removed' : 'open')],
  refuseRetireWhen: (_data, { ownId }) => (ownId === FIRST_YEAR ? 'first_year_cannot_be_deleted' : undefined),
});

function checkYear(
  next: FinancialYearData,
  previous: FinancialYearData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const { start_date, end_date } = next;
  if (!readDate(start_date)) issues.add('start_date', 'date');
  if (!readDate(end_date)) issues.add('end_date', 'date');
  if (end_date <= start_date) issues.add('end_date', 'end_date_after_start_date');
  checkFirstDay(next, facts, issues);
  if (previous && hasDaysOf(previous, next)) return;
  const others = (facts.years ?? []).filter(({ from }) => previous === undefined || from !== firstDayOf(previous));
  checkDays(start_date, end_date, others, issues);
}

function checkFirstDay({ start_date, end_date, first_day }: FinancialYearData, facts: Facts, issues: Issues): void {
  if (!first_day) return;
  if (!readDate(first_day)) issues.add('first_day', 'date');
  else if (first_day < start_date || first_day > end_date) issues.add('first_day', 'first_day_within_the_year');
  else if (facts.ownId !== FIRST_YEAR) issues.add('first_day', 'first_year_only');
}

const hasDaysOf = (one: FinancialYearData, other: FinancialYearData): boolean =>
  firstDayOf(one) === firstDayOf(other) && one.end_date === other.end_date;

/** The longest first year after a change of the fiscal calendar. */
const MONTHS_MAX = 18;

/**
 * Refuses a year that is longer than allowed or leaves a gap after the one before; the earliest year of an imported
 * history may be separate. Claims check the same against years that others change at the same time.
 */
function checkDays(start: string, end: string, others: readonly Year[], issues: Issues): void {
  const [from, to] = [readDate(start), readDate(end)];
  if (!from || !to || to <= from) return;
  if (to >= monthsAfter(from, MONTHS_MAX)) issues.add('end_date', 'year_too_long', { value: String(MONTHS_MAX) });
  const before = others
    .map((year) => year.to)
    .filter((day) => day < from)
    .sort()
    .at(-1);
  if (before === undefined || from === dayAfter(before)) return;
  issues.add('start_date', 'year_leaves_a_gap', { value: dayAfter(before) });
}

/** The first day after `count` months from `day`. */
function monthsAfter(day: EffectiveDate, count: number): string {
  const [year, month] = partsOfDate(day);
  const months = year * 12 + month - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-${day.slice(8)}`;
}

function changedDays(next: FinancialYearData, previous: FinancialYearData | undefined): readonly Claim[] {
  if (!previous) return [daysOf(next, 'open')];
  return hasDaysOf(previous, next) ? [] : [daysOf(previous, 'removed'), daysOf(next, 'open')];
}

function daysOf(year: FinancialYearData, status: 'open' | 'removed'): Claim {
  const [from, to] = [validDate(String(firstDayOf(year))), validDate(year.end_date)];
  const field = year.first_day ? 'first_day' : 'start_date';
  return { kind: 'period_change', from, to, status, field: status === 'open' ? field : '' };
}
