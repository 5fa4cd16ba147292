/** The groupings of the sales report, the names of their rows, and the links to the invoices of a row. */

import { say } from '../shared/language/language.ts';
import { dayName, monthWords } from '../shared/language/names.ts';
import { carried } from '../shared/report/address.ts';
import type { Target } from '../shared/report/declaration.ts';
import type { ReportSearch } from '../shared/report/report-search.ts';
import type { SalesRow } from './sales-row.ts';

export const groupIn = ({ group }: ReportSearch): string => String(group ?? 'day');

/** From Saturday on; 1 is Monday. */
export const WEEKDAYS = ['6', '7', '1', '2', '3', '4', '5'] as const;
export const weekdayName = (weekday: string): string => dayName(Number(weekday) % 7);

export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
export const hourName = (hour: string): string => `${hour}:00`;

/** The names of rows without a key. */
const NOTHING: Readonly<Record<string, string>> = {
  customer: 'reports:no_customer',
  salesman: 'reports:no_salesman',
  category: 'reports:no_category',
  item: 'reports:no_item',
  hour: 'reports:no_hour',
};

export function nameOf({ name, key, item }: SalesRow, group: string): string {
  if (item) return item.item_name ?? say('reports:no_item');
  const nothing = NOTHING[group];
  if (key === '' && nothing !== undefined) return say(nothing);
  if (group === 'weekday') return weekdayName(key);
  if (group === 'month') return monthWords(key);
  return group === 'hour' ? hourName(key) : (name ?? key);
}

/** The parameter of the report that the key of a group becomes. */
const PARAMETER_OF: Readonly<Record<string, string>> = {
  outlet: 'outlet_fk',
  salesman: 'salesman_fk',
  customer: 'consumer_id',
  category: 'own_category_fk',
  item: 'item_fk',
  weekday: 'weekday',
  hour: 'hour',
};

/** The link from a row to its invoices, in every grouping except that by invoice; none for a row without a key. */
export function invoicesOf(search: ReportSearch) {
  const group = groupIn(search);
  const requested = carried(search, ['from', 'as_at', 'known_at', 'category_fk', ...Object.values(PARAMETER_OF)]);
  const invoices = (more: ReportSearch): Target => ({
    to: '/reports/sales',
    search: { ...requested, group: 'invoice', details: 1, ...more },
  });
  return ({ key, item }: SalesRow): Target | undefined => {
    if (item || key === '') return undefined;
    if (group === 'day') return invoices({ from: key, as_at: key });
    if (group === 'month') return invoices(daysOfMonth(key, search));
    const parameter = PARAMETER_OF[group];
    if (parameter === undefined) return undefined;
    return invoices({ [parameter]: group === 'hour' ? key : Number(key.slice(key.lastIndexOf('-') + 1)) });
  };
}

/** The days of a month that are within the period of the report. */
export function daysOfMonth(month: string, { from, as_at: asAt }: ReportSearch): ReportSearch {
  const [first, last] = [`${month}-01`, lastOf(month)];
  return {
    from: from !== undefined && String(from) > first ? from : first,
    as_at: asAt !== undefined && String(asAt) < last ? asAt : last,
  };
}

function lastOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
