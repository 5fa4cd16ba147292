/**
 * Parses periods: the specification's presets (today, last month …), and accountants' forms: `2026-Q1`, `2026-03`,
 * `month-1`, `quarter`, `year-2`, in three languages. Days are `YYYY-MM-DD` strings.
 */
import { defined } from '../../../domain/values/defined.ts';
import { foldForSearch } from '../../../domain/values/folding.ts';
import { addDays, lastOfMonth } from './date-words.ts';
import { toLatinDigits } from './digits.ts';
import { isPreset, type PeriodPreset } from './period-presets.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
/** The unit that contains today, `ago` units back. */
type Ago = readonly [unit: Unit, ago: number];

const PRESETS: Readonly<Record<PeriodPreset, Ago>> = {
  today: ['day', 0],
  yesterday: ['day', 1],
  this_week: ['week', 0],
  last_week: ['week', 1],
  this_month: ['month', 0],
  last_month: ['month', 1],
  this_quarter: ['quarter', 0],
  last_quarter: ['quarter', 1],
  this_year: ['year', 0],
  last_year: ['year', 1],
};

/** Words for the unit, "this one" and "the last one" in each language. */
const WORDS: readonly (readonly [words: readonly string[], ago: Ago])[] = [
  [
    ['today', 'day', 'اليوم', 'يوم', 'ئەمڕۆ', 'ڕۆژ'],
    ['day', 0],
  ],
  [
    ['yesterday', 'أمس', 'امس', 'دوێنێ'],
    ['day', 1],
  ],
  [
    ['week', 'this week', 'أسبوع', 'هذا الأسبوع', 'هەفتە', 'ئەم هەفتەیە'],
    ['week', 0],
  ],
  [
    ['last week', 'الأسبوع الماضي', 'هەفتەی ڕابردوو'],
    ['week', 1],
  ],
  [
    ['month', 'this month', 'شهر', 'هذا الشهر', 'مانگ', 'ئەم مانگە'],
    ['month', 0],
  ],
  [
    ['last month', 'الشهر الماضي', 'مانگی ڕابردوو'],
    ['month', 1],
  ],
  [
    ['quarter', 'this quarter', 'ربع', 'هذا الربع', 'چارەک', 'ئەم چارەکە'],
    ['quarter', 0],
  ],
  [
    ['last quarter', 'الربع الماضي', 'چارەکی ڕابردوو'],
    ['quarter', 1],
  ],
  [
    ['year', 'this year', 'سنة', 'هذه السنة', 'ساڵ', 'ئەمساڵ', 'ئەم ساڵە'],
    ['year', 0],
  ],
  [
    ['last year', 'السنة الماضية', 'پار', 'ساڵی ڕابردوو'],
    ['year', 1],
  ],
];
const BY_WORD = new Map(WORDS.flatMap(([words, ago]) => words.map((word) => [foldForSearch(word), ago] as const)));

export function presetPeriod(preset: PeriodPreset, today: string): Period {
  return periodAgo(PRESETS[preset], today);
}

/** The parsed period; undefined for other texts, including a single day. */
export function readPeriodWord(text: string, today: string): Period | undefined {
  const typed = toLatinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .trim()
    .toLowerCase();
  const one = readOne(typed, today);
  const between = one ? null : /^(.+?)\s+(?:-|–|to|الى|إلى|بۆ)\s+(.+)$/.exec(typed);
  if (!between) return one;
  const [first, last] = [readOne(defined(between[1]), today), readOne(defined(between[2]), today)];
  return first && last && first.from <= last.to ? { from: first.from, to: last.to } : undefined;
}

function readOne(typed: string, today: string): Period | undefined {
  const year = /^(\d{4})$/.exec(typed);
  if (year) return yearPeriod(Number(year[1]));
  const quarter = /^(?:(\d{4})[-/ ]?)?q([1-4])$/.exec(typed);
  if (quarter) return quarterPeriod(Number(quarter[1] ?? today.slice(0, 4)), Number(quarter[2]));
  const month = /^(\d{4})[-/](\d{1,2})$/.exec(typed);
  if (month)
    return Number(month[2]) >= 1 && Number(month[2]) <= 12
      ? monthPeriod(Number(month[1]), Number(month[2]))
      : undefined;
  const shifted = /^(.+?)\s*-\s*(\d{1,3})$/.exec(typed);
  const [unit, ago] = BY_WORD.get(foldForSearch(shifted?.[1] ?? typed)) ?? [undefined, 0];
  return unit && periodAgo([unit, ago + Number(shifted?.[2] ?? 0)], today);
}

function periodAgo([unit, ago]: Ago, today: string): Period {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (unit) {
    case 'day': {
      const day = addDays(today, -ago);
      return { from: day, to: day };
    }
    case 'week': {
      const from = addDays(today, -daysOfWeek(today) - 7 * ago);
      return { from, to: addDays(from, 6) };
    }
    case 'month': {
      const months = year * 12 + month - 1 - ago;
      return monthPeriod(Math.floor(months / 12), (months % 12) + 1);
    }
    case 'quarter': {
      const quarters = year * 4 + Math.floor((month - 1) / 3) - ago;
      return quarterPeriod(Math.floor(quarters / 4), (quarters % 4) + 1);
    }
    case 'year':
      return yearPeriod(year - ago);
  }
}

/** The days since Saturday, on which a week begins. */
const daysOfWeek = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 1) % 7;

const day = (year: number, month: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
const monthPeriod = (year: number, month: number): Period => ({
  from: day(year, month),
  to: lastOfMonth(day(year, month)),
});
const quarterPeriod = (year: number, quarter: number): Period => ({
  from: day(year, quarter * 3 - 2),
  to: lastOfMonth(day(year, quarter * 3)),
});
const yearPeriod = (year: number): Period => ({ from: day(year, 1), to: lastOfMonth(day(year, 12)) });

/** The specification's bounds of a search: from the beginning, and until now. */
export const FROM_THE_BEGINNING = '1900-01-01';

/** `from,to` of a filter in the server's form: a preset becomes days, a missing end is filled. */
export function resolvedRange(given: string, today: string): string {
  if (isPreset(given)) {
    const { from, to } = presetPeriod(given, today);
    return `${from},${to}`;
  }
  const [from = '', to = given.includes(',') ? '' : from] = given.split(',');
  const end = to !== '' ? to : from > today ? '' : today;
  return `${from || FROM_THE_BEGINNING},${end}`;
}
