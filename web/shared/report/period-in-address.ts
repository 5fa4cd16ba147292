/**
 * The period of a report in its address: a word (`period=last_month`), which means other days every month, or two days.
 * Whoever reads the address has days; the word stays in it until a day is typed.
 */

import { isPreset } from '../typing/period-presets.ts';
import { presetPeriod } from '../typing/period-words.ts';
import type { ReportSearch } from './report-search.ts';

/** What the last day of the period is called. */
export type LastDay = 'as_at' | 'to';
type Change = Readonly<Record<string, string | number | undefined>>;

/** The address with days in place of the word. */
export function withDays({ period, ...search }: ReportSearch, last: LastDay, today: string): ReportSearch {
  const word = String(period);
  if (!isPreset(word)) return search;
  const { from, to } = presetPeriod(word, today);
  return { ...search, from, [last]: to };
}

/** The address after a change: a word takes the place of both days, a day that of the word. */
export function changedAddress(search: ReportSearch, change: Change, last: LastDay, today: string): ReportSearch {
  if (isPreset(String(change['period'] ?? ''))) {
    const { from: _from, [last]: _last, ...others } = search;
    return { ...others, ...change };
  }
  const isOfPeriod = ['period', 'from', last].some((name) => name in change);
  return { ...(isOfPeriod ? withDays(search, last, today) : search), ...change };
}
