/**
 * Parses a date field (QuickBooks' letters and common short forms) and formats dates as DD/MM/YYYY. Days are
 * `YYYY-MM-DD` strings throughout, without time zones.
 */
import { defined } from '../../../domain/values/defined.ts';
import { daysInMonth, partsOfDate, readDate } from '../../../domain/values/effective-date.ts';
import { localAt } from '../../../domain/values/zone.ts';
import { toLatinDigits } from './digits.ts';
import { shopZone } from './shop-zone.ts';

export interface DateContext {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** First and last day of the open financial year: a missing year is always taken from it. */
  readonly from?: string;
  readonly to?: string;
}

const TODAY = new Set(['t', 'ت', 'اليوم', 'ئەمڕۆ']);
const FIRST = new Set(['f', 'first', 'ف']);
const LAST = new Set(['l', 'last', 'ل']);

/** The parsed day; undefined when the text is not a date. */
export function readDateWord(text: string, context: DateContext): string | undefined {
  const word = toLatinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .trim()
    .toLowerCase();
  if (word === '') return undefined;
  if (TODAY.has(word)) return context.today;
  if (FIRST.has(word)) return `${context.today.slice(0, 7)}-01`;
  if (LAST.has(word)) return lastOfMonth(context.today);
  const shift = /^([+-])(\d{1,4})$/.exec(word);
  if (shift) return addDays(context.today, Number(shift[1] + defined(shift[2])));
  if (/^\d{4}-\d{2}-\d{2}$/.test(word)) return readDate(word);
  return readParts(word, context);
}

function readParts(word: string, context: DateContext): string | undefined {
  const compact = /^(\d{2})(\d{2})(\d{4})?$/.exec(word);
  const parts = compact ? compact.slice(1).filter((part) => part !== undefined) : word.split(/[/\-.\s]+/);
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [day, month, year] = parts.map(Number);
  if (day === undefined) return undefined;
  if (year !== undefined) return isoDay(year < 100 ? 2000 + year : year, month ?? 0, day);
  const anchor = clamp(context.today, context);
  const months =
    month === undefined ? [anchor.slice(0, 7)] : candidateYears(anchor, context).map((y) => isoMonth(y, month));
  const days = months.map((m) => isoDay(Number(m.slice(0, 4)), Number(m.slice(5)), day)).filter((d) => d !== undefined);
  return days.find((d) => within(d, context)) ?? (context.from ? undefined : days[0]);
}

function candidateYears(anchor: string, context: DateContext): number[] {
  const years = [anchor, context.from, context.to].filter((d) => d !== undefined).map((d) => Number(d.slice(0, 4)));
  return [...new Set(years)];
}

function within(day: string, context: DateContext): boolean {
  return (context.from === undefined || day >= context.from) && (context.to === undefined || day <= context.to);
}

function clamp(day: string, context: DateContext): string {
  if (context.from !== undefined && day < context.from) return context.from;
  if (context.to !== undefined && day > context.to) return context.to;
  return day;
}

function isoMonth(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

function isoDay(year: number, month: number, day: number): string | undefined {
  return readDate(`${isoMonth(year, month)}-${String(day).padStart(2, '0')}`);
}

/** `addDays("2026-03-01", -1)` is "2026-02-28". */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOfDate(day);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

export function lastOfMonth(day: string): string {
  const last = daysInMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
  return `${day.slice(0, 7)}-${String(last).padStart(2, '0')}`;
}

/** The shop's day, which `t` means. */
export function localToday(now: Date = new Date()): string {
  return localAt(shopZone(), now.getTime()).date;
}

/** The moment from which on a kept rate is the last of its day. A rate of later today stays in force after it. */
export function keptAt(day: string, now: Date = new Date()): string {
  const { date, time } = localAt(shopZone(), now.getTime());
  return `${day} ${day === date ? time : '23:59:59'}`;
}

/** "2026-03-15" becomes "15/03/2026"; other texts are unchanged. */
export function formatDate(day: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : (day ?? '');
}

/** "20:10:00" becomes "20:10". */
export const formatTime = (time: string): string => time.slice(0, 5);

/** An instant (ISO, with zone) in the shop's local time: day and `hh:mm`, or `hh:mm:ss`, on a 24 hour clock. */
export function formatMoment(instant: string | null | undefined, precision: 'minutes' | 'seconds' = 'minutes'): string {
  if (!instant) return '';
  const instantMs = Date.parse(instant);
  if (Number.isNaN(instantMs)) return instant;
  const { date, time } = localAt(shopZone(), instantMs);
  return `${formatDate(date)} ${precision === 'seconds' ? time : formatTime(time)}`;
}
