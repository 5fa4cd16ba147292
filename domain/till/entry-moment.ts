/**
 * When an entry of a till happened (docs/decisions/0106). The clock of a device may be wrong by years, but an entry cannot
 * have been made after it arrived, nor before its device was enrolled, its drawer was opened, or the entry before it was
 * made. Its moment is moved into these bounds; what the till printed is kept beside it.
 */
import { instantAt, type LocalMoment, localAt } from '../values/zone.ts';
import type { BrokenRule, ChainedEntry } from './device-entry.ts';
import type { DeviceMark, EntryMark } from './device-mark.ts';

/** Milliseconds since 1970; null where nothing is stored of it. */
export interface EntryBounds {
  readonly enrolledMs: number | null;
  /** The opening of its drawer. */
  readonly openedMs: number | null;
  /** The moment of the entry before it. */
  readonly previousMs: number | null;
  /** The moment of an entry after it that arrived earlier, or comes with it. */
  readonly nextMs: number | null;
  readonly arrivedMs: number;
}

export interface EntryMoment {
  readonly atMs: number;
  /** The entry on the day and at the time at which it is booked. */
  readonly entry: MarkedEntry;
  readonly broken: readonly BrokenRule[];
}

/** An entry whose mark tells what differs from what was printed and from the clock of the device. */
export interface MarkedEntry extends ChainedEntry, Pick<DeviceMark, 'booked_at' | 'printed_at'> {}

const MINUTE_MS = 60_000;
/** A smaller difference of clocks is not noted. */
const CLOCKS_APART_MS = 2 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The zones of the earth are from 12 hours behind to 14 hours ahead of UTC. */
const [BEHIND_MAX_MS, AHEAD_MAX_MS] = [12 * HOUR_MS, 14 * HOUR_MS];

/** The instant of the device's clock, corrected by its last measurement. */
export const madeMsOf = ({ made_at, clock_offset }: Pick<ChainedEntry, 'made_at' | 'clock_offset'>): number =>
  Date.parse(made_at) + clock_offset;

export function momentOfEntry(entry: ChainedEntry, bounds: EntryBounds, zone: string): EntryMoment {
  const { content } = entry;
  const madeMs = madeMsOf(entry);
  const printedMs = instantAt(zone, content);
  const isOfShop = Math.abs(printedMs - madeMs) <= CLOCKS_APART_MS;
  const isRight = isOfShop || isOfAnotherZone(content, madeMs);
  const saidMs = isRight ? madeMs : printedMs;
  const atMs = withinBounds(saidMs, bounds);
  const booked = isOfShop && atMs === madeMs ? content : localAt(zone, atMs);
  const said = `${content.date} ${content.time}`;
  const words = (at: LocalMoment) => `${at.date} ${at.time}`;
  const broken: BrokenRule[] = [];
  if (!isRight) {
    const values = { said, clock: words(localAt(zone, madeMs)) };
    broken.push({ rule: 'clock_differs', field: 'date', values });
  }
  const isMoved = Math.abs(atMs - saidMs) > CLOCKS_APART_MS || (isOfShop && booked.date !== content.date);
  if (isMoved) {
    const values = { said, clock: words(localAt(zone, bounds.arrivedMs)), booked: words(booked) };
    broken.push({ rule: 'clock_impossible', field: 'date', values });
  }
  const isPrinted = booked.date === content.date && booked.time === content.time;
  return {
    atMs,
    broken,
    entry: {
      ...entry,
      content: bookedContent(content, booked, !isPrinted),
      ...(isPrinted ? {} : { printed_at: said }),
      ...(atMs === madeMs ? {} : { booked_at: new Date(atMs).toISOString() }),
    },
  };
}

/** The arrival comes last: what was stored with a wrong clock before this rule cannot move an entry into the future. */
function withinBounds(saidMs: number, bounds: EntryBounds): number {
  const { enrolledMs, openedMs, previousMs, nextMs, arrivedMs } = bounds;
  const earliestMs = Math.max(...[enrolledMs, openedMs, previousMs].map((bound) => bound ?? 0));
  // Only a clock that is ahead for certain is held back by an entry after it.
  const latestMs = saidMs > arrivedMs ? Math.min(arrivedMs, nextMs ?? arrivedMs) : arrivedMs;
  return Math.min(Math.max(saidMs, earliestMs), Math.max(latestMs, Math.min(earliestMs, arrivedMs)));
}

/**
 * True when the printed time is that of the device's clock in a zone other than the shop's: of a device that has not heard
 * of the zone yet. Its clock is right, so there is nothing to review.
 */
function isOfAnotherZone(printed: LocalMoment, madeMs: number): boolean {
  const aheadMs = instantAt('UTC', printed) - madeMs;
  if (aheadMs < -BEHIND_MAX_MS - CLOCKS_APART_MS || aheadMs > AHEAD_MAX_MS + CLOCKS_APART_MS) return false;
  return Math.abs(aheadMs - Math.round(aheadMs / QUARTER_MS) * QUARTER_MS) <= CLOCKS_APART_MS;
}

/** Lines that were removed before it have the time of the same clock, and are not removed after it. */
function bookedContent(
  content: ChainedEntry['content'],
  { date, time }: LocalMoment,
  isMoved: boolean,
): ChainedEntry['content'] {
  const booked = { ...content, date, time };
  if (!('removed' in booked) || booked.removed === undefined) return booked;
  const isOff = (line: LocalMoment) => isMoved || `${line.date} ${line.time}` > `${date} ${time}`;
  return { ...booked, removed: booked.removed.map((line) => (isOff(line) ? { ...line, date, time } : line)) };
}

/** When the entry with this mark happened. */
export const instantOfMark = (mark: Pick<DeviceMark, 'made_at' | 'clock_offset' | 'booked_at'>): number =>
  mark.booked_at === undefined ? madeMsOf(mark) : Date.parse(mark.booked_at);

interface Opened {
  readonly data: { readonly date: string; readonly time: string | null };
  readonly entries: readonly EntryMark[];
}

/** When a drawer was opened, by a till or in the office. */
export function openingOf({ data, entries }: Opened, zone: string): number {
  const mark = entries.find(({ event }) => event === 'drawer.opened');
  return mark ? instantOfMark(mark) : instantAt(zone, { date: data.date, time: data.time ?? '00:00:00' });
}
