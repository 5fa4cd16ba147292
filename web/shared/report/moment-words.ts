/**
 * Parses the text of "as known at": a day in the forms of date fields, with or without a time, or a position in the
 * log. A day without a time includes all events recorded on it, in the shop's local time.
 */
import { instantAt } from '../../../domain/values/zone.ts';
import { readDateWord } from '../typing/date-words.ts';
import { toLatinDigits } from '../typing/digits.ts';
import { shopZone } from '../typing/shop-zone.ts';

const TIME = /(?:^|\s)(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** ISO 8601 in UTC, or a position (`#1042`); undefined for other texts. */
export function readMomentWords(typed: string, today: string): string | undefined {
  const text = toLatinDigits(typed).trim();
  const position = /^#\s*(\d{1,18})$/.exec(text);
  if (position) return position[1];
  const time = TIME.exec(text);
  const dayText = time ? text.slice(0, time.index).trim() : text;
  const day = dayText === '' ? today : readDateWord(dayText, { today });
  if (!day || text === '') return undefined;
  const clock = time ? [Number(time[1]), Number(time[2]), Number(time[3] ?? 59)] : [23, 59, 59];
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  // The whole of the last second.
  const instantMs = instantAt(shopZone(), { date: day, time: `${hours}:${minutes}:${seconds}` }) + 999;
  return new Date(instantMs).toISOString();
}
