/** A financial year: its days are open for documents from its registration until it is closed. */
import type { Static } from 'typebox';
import type { Claim } from '../kernel/claim.ts';
import { dayAfter, type EffectiveDate, partsOfDate, readDate, validDate } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { Body, DateField, Name } from '../kernel/fields.schema.ts';
import type { Year } from '../kernel/prior-period.ts';
import { declareRecord } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';

export const FinancialYearBody = Body({
  year_name: Name(),
  start_date: DateField(),
  end_date: DateField(),
});
export type FinancialYearData = Static<typeof FinancialYearBody>;

export const financialYear = declareRecord({
  kind: 'financial_year',
  resource: 'financial_years',
  folder: 'organisation',
  idField: 'year_id',
  nameField: 'year_name',
  schema: FinancialYearBody,
  list: { columns: ['year_name', 'start_date', 'end_date'], search: ['year_name'] },
  asksYears: true,
  check: checkYear,
  claims: openDays,
  refuseRetireWhen: () => 'financial_year_cannot_be_deleted',
});

/** The days of a year are fixed once it is there: documents were let in because of them. */
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
  for (const field of ['start_date', 'end_date'] as const) {
    if (previous && previous[field] !== next[field]) issues.add(field, 'cannot_be_changed');
  }
  if (!previous) checkLength(start_date, end_date, facts.years ?? [], issues);
}

/** Of a first year after a change of the fiscal calendar; no law knows a longer one. */
const MONTHS_MAX = 18;

/** Not longer than is lawful, and after the last without a gap; years of before (an imported history) may stand apart. */
function checkLength(start: string, end: string, years: readonly Year[], issues: Issues): void {
  const [from, to] = [readDate(start), readDate(end)];
  if (!from || !to || to <= from) return;
  if (to >= monthsAfter(from, MONTHS_MAX)) issues.add('end_date', 'year_too_long', { value: String(MONTHS_MAX) });
  const last = years
    .map((year) => year.to)
    .sort()
    .at(-1);
  if (last === undefined || from <= dayAfter(last)) return;
  issues.add('start_date', 'year_leaves_a_gap', { value: dayAfter(last) });
}

/** The first day on which so many months are over. */
function monthsAfter(day: EffectiveDate, count: number): string {
  const [year, month] = partsOfDate(day);
  const months = year * 12 + month - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-${day.slice(8)}`;
}

function openDays(next: FinancialYearData, previous: FinancialYearData | undefined): readonly Claim[] {
  if (previous) return [];
  const { start_date, end_date } = next;
  const [from, to] = [validDate(start_date), validDate(end_date)];
  return [{ kind: 'period_change', from, to, status: 'open', field: 'start_date' }];
}
