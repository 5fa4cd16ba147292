/**
 * The period of a report in its address: a word (`period=last_month`), which is relative, or two days. Readers of the
 * address get days; the word stays until a day is typed.
 */

import { isPreset } from '../typing/period-presets.ts';
import { presetPeriod } from '../typing/period-words.ts';
import type { ReportSearch } from './report-search.ts';

/** Name of the parameter for the last day. */
export type LastDay = 'as_at' | 'to';
type Change = Readonly<Record<string, string | number | undefined>>;

/** The address with days instead of the word. */
export function withDays({ period, ...search }: ReportSearch, last: LastDay, today: string): ReportSearch {
  const word = String(period);
  if (!isPreset(word)) return search;
  const { from, to } = presetPeriod(word, today);
  return { ...search, from, [last]: to };
}

/** The address after a change: a word replaces both days, a day replaces the word. */
export function changedAddress(search: ReportSearch, change: Change, last: LastDay, today: string): ReportSearch {
  if (isPreset(String(change['period'] ?? ''))) {
    const { from: _from, [last]: _last, ...others } = search;
    return { ...others, ...change };
  }
  const isOfPeriod = ['period', 'from', last].some((name) => name in change);
  return { ...(isOfPeriod ? withDays(search, last, today) : search), ...change };
}
