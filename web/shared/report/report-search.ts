/** Validates the parameters of a report's address. Old addresses remain valid. */
import { readDate } from '../../../domain/values/effective-date.ts';
import { isPreset } from '../typing/period-presets.ts';
import { SORT } from './sorted-rows.ts';

export type ReportSearch = Readonly<Record<string, string | number | undefined>>;

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
export const readPeriod: Read = (value) => (typeof value === 'string' && isPreset(value) ? value : undefined);
const readFlag: Read = (value) => (String(value) === '1' ? 1 : undefined);

const readSortOf: Read = (value) => (/^-?\w{1,60}$/.test(String(value ?? '')) ? String(value) : undefined);

const readHour: Read = (value) => (/^([01]\d|2[0-3])$/.test(String(value)) ? String(value) : undefined);

const readPercentage: Read = (value) => (/^\d{1,3}(\.\d{1,4})?$/.test(String(value)) ? String(value) : undefined);

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
  accounts: readWord,
  share: readWord,
  batch_number: readText,
  state: readWord,
  group: readWord,
  order: readWord,
  method: readWord,
  period_shown: readWord,
  show: readWord,
  document_kind: readWord,
  hour: readHour,
  percentage: readPercentage,
  details: readFlag,
  cash: readFlag,
  without_closing: readFlag,
  [SORT]: readSortOf,
  per_page: readWholeNumber,
  page: readWholeNumber,
};

/** The comparison parameters of every report. */
export const COMPARED = ['compare_as_at', 'compare_known_at'] as const;

/** Parameters that are allowed with another one: the word of a period with its first day, the length with a page. */
const TOGETHER = { from: 'period', page: 'per_page' } as const;

/**
 * The validator of a report's route: keeps these parameters, those allowed together with them, and the order of rows; all
 * others are identifiers.
 */
export function reportSearch(...names: readonly string[]): (search: Given) => ReportSearch {
  const together = Object.entries(TOGETHER).flatMap(([name, other]) => (names.includes(name) ? [other] : []));
  const known = new Set([...names, ...together, SORT]);
  return (search) => {
    const read = [...known].flatMap((name) => {
      const value = (READERS[name] ?? readWholeNumber)(search[name]);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(read);
  };
}
