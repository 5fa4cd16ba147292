/** The days of a dashboard, and the same number of days before them for comparison. */

import type { ReportSearch } from '../shared/report/report-search.ts';
import { addDays } from '../shared/typing/date-words.ts';

/** `report:choices.<name>`; the first is the default. */
export const PERIODS = ['thirty_days', 'seven_days', 'ninety_days'] as const;
const LENGTHS: Readonly<Record<string, number>> = { thirty_days: 30, seven_days: 7, ninety_days: 90 };

export interface ShownPeriod {
  readonly days: number;
  readonly today: string;
  /** The first day, and the first day of the comparison. */
  readonly from: string;
  readonly before: string;
  /** Undefined means all outlets that the person sees. */
  readonly outlet: number | undefined;
}

export function periodOf(search: ReportSearch, today: string): ShownPeriod {
  const days = LENGTHS[String(search['period_shown'] ?? '')] ?? 30;
  const outlet = typeof search['outlet_fk'] === 'number' ? search['outlet_fk'] : undefined;
  return { days, today, from: addDays(today, 1 - days), before: addDays(today, 1 - 2 * days), outlet };
}

export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** The parameters of reports for the shown days, for requests and links. */
export const ofPeriod = ({ from, today, outlet }: ShownPeriod): Readonly<Record<string, string | number>> => ({
  from,
  as_at: today,
  ...(outlet === undefined ? {} : { outlet_fk: outlet }),
});

/** The cash and bank accounts of the outlet, of one currency or all. */
export const cashOf = (outlet: number | undefined, currency?: number) => ({
  to: '/accounting/cash-and-banks',
  search: {
    ...(outlet === undefined ? {} : { 'filter[outlet_fk]': String(outlet) }),
    ...(currency === undefined ? {} : { 'filter[currency_fk]': String(currency) }),
  },
});

/** What the figures of an item are made of: its movements; of one outlet, the report, as movements have no outlet. */
export const soldOf = (item_fk: number, period: ShownPeriod) =>
  period.outlet === undefined
    ? { to: '/reports/item-transaction', search: { ...ofPeriod(period), item_fk } }
    : { to: '/reports/most-active-items', search: ofPeriod(period) };
