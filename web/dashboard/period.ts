/** Days that a dashboard is of, with as many days before them, which they are compared with. */

import type { ReportSearch } from '../shared/report/report-search.ts';
import { addDays } from '../shared/typing/date-words.ts';

/** `report:choices.<name>`; the first where none is chosen. */
export const PERIODS = ['thirty_days', 'seven_days', 'ninety_days'] as const;
const LENGTHS: Readonly<Record<string, number>> = { thirty_days: 30, seven_days: 7, ninety_days: 90 };

export interface ShownPeriod {
  readonly days: number;
  readonly today: string;
  /** The first day, and the first of as many days before. */
  readonly from: string;
  readonly before: string;
  /** Of all that the person sees when undefined. */
  readonly outlet: number | undefined;
}

export function periodOf(search: ReportSearch, today: string): ShownPeriod {
  const days = LENGTHS[String(search['period_shown'] ?? '')] ?? 30;
  const outlet = typeof search['outlet_fk'] === 'number' ? search['outlet_fk'] : undefined;
  return { days, today, from: addDays(today, 1 - days), before: addDays(today, 1 - 2 * days), outlet };
}

export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** What is asked of, and linked to, a report of the shown days. */
export const ofPeriod = ({ from, today, outlet }: ShownPeriod): Readonly<Record<string, string | number>> => ({
  from,
  as_at: today,
  ...(outlet === undefined ? {} : { outlet_fk: outlet }),
});
