/** Reads and changes the filters of a report, which are all in the address; report-search.ts validates them. */
import { useMatch, useNavigate } from '@tanstack/react-router';
import { localToday } from '../typing/date-words.ts';
import { isPreset, type PeriodPreset } from '../typing/period-presets.ts';
import { changedAddress, type LastDay, withDays } from './period-in-address.ts';
import type { ReportSearch } from './report-search.ts';

export interface ReportAddress {
  /** With the days of the period, also when the address has its word. */
  readonly search: ReportSearch;
  readonly period?: PeriodPreset | undefined;
  /** `undefined` removes a parameter; every change except the page returns to page 1. */
  readonly change: (change: Readonly<Record<string, string | number | undefined>>) => void;
}

export function useReportAddress(last: LastDay = 'as_at'): ReportAddress {
  const inAddress = useKnownSearch();
  const navigate = useNavigate();
  const change: ReportAddress['change'] = (next) => {
    const page = 'page' in next ? {} : { page: undefined };
    const merged = Object.entries(changedAddress(inAddress, { ...page, ...next }, last, localToday())).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ to: '.', search: Object.fromEntries(merged) });
  };
  const search = withDays(inAddress, last, localToday());
  const word = String(inAddress['period'] ?? '');
  return { search, period: isPreset(word) ? word : undefined, change };
}

/** What the validator of the route knows: the server refuses other parameters. */
function useKnownSearch(): ReportSearch {
  return useMatch({ strict: false, select: ({ _strictSearch }): ReportSearch => _strictSearch });
}

/** The parameters that a link keeps, so that a figure and its parts have the same ones. */
export function carried(search: ReportSearch, names: readonly string[]): ReportSearch {
  return Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}
