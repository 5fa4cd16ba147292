/** All filters of a report are in the address: read, checked and changed here. An old address still opens. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readDate } from '../../../domain/kernel/effective-date.ts';
import { localToday } from '../typing/date-words.ts';
import { isPreset, type PeriodPreset } from '../typing/period-words.ts';
import { changedAddress, type LastDay, withDays } from './period-in-address.ts';
import type { ReportSearch } from './report-search.ts';

export type { ReportSearch } from './report-search.ts';

type Given = Readonly<Record<string, unknown>>;
type Read = (value: unknown) => string | number | undefined;

export const readWholeNumber: Read & ((value: unknown) => number | undefined) = (value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export const readDay: Read = (value) => (typeof value === 'string' && readDate(value) ? value : undefined);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z$/;

/** A moment (ISO 8601, UTC) or a position in the log. */
export const readKnownAt: Read = (value) => {
  const text = String(value ?? '');
  return INSTANT.test(text) || /^\d{1,18}$/.test(text) ? text : undefined;
};

export const readText: Read = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

const readWord: Read = (value) => (typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : undefined);
const readPeriod: Read = (value) => (typeof value === 'string' && isPreset(value) ? value : undefined);
const readFlag: Read = (value) => (String(value) === '1' ? 1 : undefined);

const READERS: Readonly<Record<string, Read>> = {
  period: readPeriod,
  as_at: readDay,
  from: readDay,
  to: readDay,
  compare_as_at: readDay,
  known_at: readKnownAt,
  compare_known_at: readKnownAt,
  search: readText,
  kind: readText,
  stream: readText,
  type: readText,
  actor: readText,
  device: readText,
  reason: readText,
  by: readWord,
  group: readWord,
  order: readWord,
  method: readWord,
  show: readWord,
  document_kind: readWord,
  details: readFlag,
  cash: readFlag,
  without_closing: readFlag,
  per_page: readWholeNumber,
  page: readWholeNumber,
};

/** What every report may be compared with. */
export const COMPARED = ['compare_as_at', 'compare_known_at'] as const;

/**
 * The validator of a report's route: keeps these parameters, each as what it is; all others are identifiers. What has
 * a first day may have the word of a period in its place.
 */
export function reportSearch(...names: readonly string[]): (search: Given) => ReportSearch {
  const known = names.includes('from') ? [...names, 'period'] : names;
  return (search) => {
    const read = known.flatMap((name) => {
      const value = (READERS[name] ?? readWholeNumber)(search[name]);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(read);
  };
}

export interface ReportAddress {
  /** With the days of the period, also where the address has its word. */
  readonly search: ReportSearch;
  readonly period?: PeriodPreset | undefined;
  /** `undefined` takes a parameter out; anything but a page returns to page 1. */
  readonly change: (change: Readonly<Record<string, string | number | undefined>>) => void;
}

export function useReportAddress(last: LastDay = 'as_at'): ReportAddress {
  const inAddress = useSearch({ strict: false }) as ReportSearch;
  const navigate = useNavigate();
  const change: ReportAddress['change'] = (next) => {
    const page = 'page' in next ? {} : { page: undefined };
    const merged = Object.entries(changedAddress(inAddress, { ...page, ...next }, last, localToday())).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ to: '.', search: Object.fromEntries(merged) as never });
  };
  const search = withDays(inAddress, last, localToday());
  return { search, period: readPeriod(inAddress['period']) as PeriodPreset | undefined, change };
}

/** Those of the parameters that a link carries on: the figure and what it is made of are asked the same. */
export function carried(search: ReportSearch, names: readonly string[]): ReportSearch {
  return Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}
