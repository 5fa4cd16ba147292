/** A financial year: its days are open for documents from its registration until it is closed. */
import type { Static } from 'typebox';
import type { Claim } from '../kernel/claim.ts';
import { type EffectiveDate, readDate } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { Body, DateField, Name } from '../kernel/fields.schema.ts';
import { declareRecord, type RecordData } from '../kernel/record.ts';
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
  idField: 'year_id',
  nameField: 'year_name',
  schema: FinancialYearBody,
  list: { columns: ['year_name', 'start_date', 'end_date'], search: ['year_name'] },
  check: checkYear,
  claims: openDays,
  keep: () => 'financial_year_cannot_be_deleted',
});

/** The days of a year are fixed once it is there: documents were let in because of them. */
function checkYear(next: RecordData, previous: RecordData | undefined, _facts: Facts, issues: Issues): void {
  const { start_date, end_date } = next as FinancialYearData;
  if (!readDate(start_date)) issues.add('start_date', 'date');
  if (!readDate(end_date)) issues.add('end_date', 'date');
  if (end_date <= start_date) issues.add('end_date', 'end_date_after_start_date');
  for (const field of ['start_date', 'end_date']) {
    if (previous && previous[field] !== next[field]) issues.add(field, 'cannot_be_changed');
  }
}

function openDays(next: RecordData, previous: RecordData | undefined): readonly Claim[] {
  if (previous) return [];
  const { start_date, end_date } = next as FinancialYearData;
  const [from, to] = [start_date as EffectiveDate, end_date as EffectiveDate];
  return [{ kind: 'period_change', from, to, status: 'open', field: 'start_date' }];
}
