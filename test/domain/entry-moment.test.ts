/** When an entry of a till happened: its moment lies between what must have been before it and its arrival. */
import { describe, expect, it } from 'vitest';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { type EntryBounds, momentOfEntry, openingOf } from '../../domain/till/entry-moment.ts';

const ZONE = 'Asia/Baghdad';
const ms = (text: string) => Date.parse(`${text}+03:00`);
/** Enrolled on the 1st, drawer opened at 09:00 of the 28th, the entry before it at 09:30; it arrives at 10:05. */
const BOUNDS: EntryBounds = {
  ...{ enrolledMs: ms('2026-11-01T08:00:00'), openedMs: ms('2026-11-28T09:00:00') },
  ...{ previousMs: ms('2026-11-28T09:30:00'), nextMs: null, arrivedMs: ms('2026-11-28T10:05:00') },
};

interface Said {
  /** What the clock of the device says, in the zone of the shop. */
  readonly clock: string;
  readonly printed?: string;
  readonly removed?: boolean;
  readonly clock_offset?: number;
}

function entry({ clock, printed = clock, removed, clock_offset = 0 }: Said): ChainedEntry {
  const [date = '', time = ''] = printed.split('T');
  const line = { item_fk: 1, unit_fk: 1, quantity: '1', price: '10', date, time, cashier_fk: 1 };
  const content = { kind: 'receipt', date, time, ...(removed ? { removed: [line] } : {}) };
  const mark = {
    uuid: 'u',
    enrolment: 'e',
    sequence: 3,
    previous: 'p',
    hash: 'h',
    cashier_fk: 1,
    approved_by_fk: null,
  };
  const made_at = new Date(ms(clock) - clock_offset).toISOString();
  return { ...mark, made_at, clock_offset, content } as unknown as ChainedEntry;
}

function booked(said: Said, bounds: Partial<EntryBounds> = {}, zone = ZONE) {
  const { entry: moved, broken } = momentOfEntry(entry(said), { ...BOUNDS, ...bounds }, zone);
  const { date, time } = moved.content;
  return { at: `${date}T${time}`, broken, printed_at: moved.printed_at, booked_at: moved.booked_at };
}
const rules = (said: Said, bounds: Partial<EntryBounds> = {}) => booked(said, bounds).broken.map(({ rule }) => rule);

describe('the moment of an entry', () => {
  it('is what the till printed, when that is possible', () => {
    const right = { at: '2026-11-28T10:00:00', broken: [], printed_at: undefined, booked_at: undefined };
    expect(booked({ clock: '2026-11-28T10:00:00' })).toEqual(right);
    // The device's clock is off, and it knows by how much.
    expect(booked({ clock: '2026-11-28T10:00:00', clock_offset: 86_400_000 * 700 })).toEqual(right);
  });

  it.each([
    ['years ahead', '2029-11-28T10:00:00', '2026-11-28T10:05:00'],
    ['a day ahead', '2026-11-29T10:00:00', '2026-11-28T10:05:00'],
    ['decades ahead', '2060-01-01T00:00:00', '2026-11-28T10:05:00'],
    ['an hour ahead', '2026-11-28T11:00:00', '2026-11-28T10:05:00'],
    ['years behind', '2020-06-01T10:00:00', '2026-11-28T09:30:00'],
    ['at the beginning of its time', '1970-01-01T03:00:00', '2026-11-28T09:30:00'],
    ['in a closed year', '2025-06-01T10:00:00', '2026-11-28T09:30:00'],
    ['before its drawer was opened', '2026-11-27T10:00:00', '2026-11-28T09:30:00'],
    ['before the entry before it', '2026-11-28T09:15:00', '2026-11-28T09:30:00'],
  ])('of a clock that is %s is moved to what is possible, and a note names both clocks', (_, clock, at) => {
    const found = booked({ clock });
    const words = (text: string) => text.replace('T', ' ');
    const values = { said: words(clock), clock: '2026-11-28 10:05:00', booked: words(at) };
    expect(found).toEqual({
      at,
      broken: [{ rule: 'clock_impossible', field: 'date', values }],
      printed_at: words(clock),
      booked_at: new Date(ms(at)).toISOString(),
    });
  });

  it('is not before the opening of its drawer, nor before the enrolment of its device', () => {
    const clock = '2026-10-01T10:00:00';
    expect(booked({ clock }, { previousMs: null }).at).toBe('2026-11-28T09:00:00');
    expect(booked({ clock }, { previousMs: null, openedMs: null }).at).toBe('2026-11-01T08:00:00');
  });

  it('is not after an entry after it that came earlier, when its clock is ahead', () => {
    const next = { previousMs: null, openedMs: null, nextMs: ms('2026-11-28T09:40:00') };
    expect(booked({ clock: '2029-01-01T00:00:00' }, next).at).toBe('2026-11-28T09:40:00');
    // A right clock is believed: two devices may have gone on from one copy.
    expect(booked({ clock: '2026-11-28T09:50:00' }, next).at).toBe('2026-11-28T09:50:00');
  });

  it('is never after its arrival, whatever was stored before', () => {
    expect(booked({ clock: '2026-11-28T10:00:00' }, { previousMs: ms('2029-01-01T00:00:00') }).at).toBe(
      '2026-11-28T10:05:00',
    );
  });

  it('may differ by the seconds between two clocks without a note', () => {
    const found = booked({ clock: '2026-11-28T10:05:07' });
    expect([found.at, found.broken, found.printed_at]).toEqual(['2026-11-28T10:05:00', [], '2026-11-28 10:05:07']);
    expect(rules({ clock: '2026-11-28T09:28:30' })).toEqual([]);
    // Not when they are those of midnight: the paper has another day.
    const midnight = { arrivedMs: ms('2026-11-28T23:59:58') };
    expect(rules({ clock: '2026-11-29T00:00:01' }, midnight)).toEqual(['clock_impossible']);
  });

  it('of a device that prints in another zone is that of its clock, without a note', () => {
    // Its clock says 10:00 of the shop, and it prints 07:00 (UTC), 15:45 (Nepal) or the day before (Hawaii).
    for (const printed of ['2026-11-28T07:00:03', '2026-11-28T12:45:00', '2026-11-27T21:00:00']) {
      const found = booked({ clock: '2026-11-28T10:00:00', printed });
      expect([found.at, found.broken]).toEqual(['2026-11-28T10:00:00', []]);
      expect(found.printed_at).toBe(printed.replace('T', ' '));
    }
  });

  it('of a paper that no clock of any zone can have printed is noted', () => {
    const values = { said: '2026-11-28 09:53:00', clock: '2026-11-28 10:00:00' };
    expect(booked({ clock: '2026-11-28T10:00:00', printed: '2026-11-28T09:53:00' }).broken).toEqual([
      { rule: 'clock_differs', field: 'date', values },
    ]);
    expect(rules({ clock: '2026-11-28T10:00:00', printed: '2026-11-27T01:00:00' })).toEqual([
      'clock_differs',
      'clock_impossible',
    ]);
  });

  it('counts for the lines that were removed by the same clock', () => {
    const { entry: moved } = momentOfEntry(entry({ clock: '2029-01-01T10:00:00', removed: true }), BOUNDS, ZONE);
    expect(moved.content).toMatchObject({ removed: [{ date: '2026-11-28', time: '10:05:00' }] });
    const { entry: same } = momentOfEntry(entry({ clock: '2026-11-28T10:00:00', removed: true }), BOUNDS, ZONE);
    expect(same.content).toMatchObject({ removed: [{ date: '2026-11-28', time: '10:00:00' }] });
  });
});

it('a drawer was opened when its entry is booked, or at its day and time in the office', () => {
  const data = { date: '2026-11-28', time: '09:00:00' };
  expect(openingOf({ data, entries: [] }, ZONE)).toBe(ms('2026-11-28T09:00:00'));
  expect(openingOf({ data: { ...data, time: null }, entries: [] }, ZONE)).toBe(ms('2026-11-28T00:00:00'));
  const mark = { event: 'drawer.opened', made_at: '2029-01-01T00:00:00.000Z', clock_offset: 0 };
  const late = { ...mark, booked_at: '2026-11-28T06:10:00.000Z' } as never;
  expect(openingOf({ data, entries: [late] }, ZONE)).toBe(ms('2026-11-28T09:10:00'));
});
