/** Moments in the time zone of a shop, against those of the zone database in the runtime. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningAt, instantAt, isZone, localAt } from '../../domain/values/zone.ts';

const at = (zone: string, date: string, time: string) => new Date(instantAt(zone, { date, time })).toISOString();

describe('a moment of the shop', () => {
  it('is another day and time in each zone', () => {
    const instant = Date.parse('2026-11-28T16:53:20.999Z');
    expect(localAt('UTC', instant)).toEqual({ date: '2026-11-28', time: '16:53:20' });
    expect(localAt('Asia/Baghdad', instant)).toEqual({ date: '2026-11-28', time: '19:53:20' });
    expect(localAt('Asia/Shanghai', instant)).toEqual({ date: '2026-11-29', time: '00:53:20' });
    expect(localAt('America/New_York', instant)).toEqual({ date: '2026-11-28', time: '11:53:20' });
  });

  it('is an instant, with and without seconds', () => {
    expect(at('Asia/Baghdad', '2026-03-06', '00:00')).toBe('2026-03-05T21:00:00.000Z');
    expect(at('Asia/Kolkata', '2026-03-06', '00:00:01')).toBe('2026-03-05T18:30:01.000Z');
    expect(at('Pacific/Kiritimati', '2026-01-01', '13:00:00')).toBe('2025-12-31T23:00:00.000Z');
  });

  it('that is there twice is the first, and one that is left out is later', () => {
    // Berlin: set back from 03:00 to 02:00 on 25 October 2026, forward from 02:00 to 03:00 on 29 March.
    expect(at('Europe/Berlin', '2026-10-25', '02:30:00')).toBe('2026-10-25T00:30:00.000Z');
    expect(localAt('Europe/Berlin', Date.parse('2026-10-25T01:30:00Z')).time).toBe('02:30:00');
    expect(at('Europe/Berlin', '2026-03-29', '02:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(localAt('Europe/Berlin', Date.parse('2026-03-29T01:30:00Z')).time).toBe('03:30:00');
    // Beirut sets its clocks forward at midnight: the day begins an hour later.
    expect(at('Asia/Beirut', '2026-03-29', '00:00:00')).toBe('2026-03-28T22:00:00.000Z');
  });

  it('comes back from its instant, in every zone of the runtime', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const instants = fc.integer({ min: Date.parse('1971-01-01') / 1000, max: Date.parse('2060-01-01') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, second) => {
        const local = localAt(zone, second * 1000);
        // The later one of a time that is there twice comes back as the first.
        const back = instantAt(zone, local);
        expect(localAt(zone, back)).toEqual(local);
        expect(back).toBeLessThanOrEqual(second * 1000);
      }),
      { numRuns: 300 },
    );
  });

  it('begins a day, also after the last one', () => {
    expect(new Date(beginningAt('Asia/Baghdad', '2026-12-31', 1)).toISOString()).toBe('2026-12-31T21:00:00.000Z');
    expect(new Date(beginningAt('Asia/Baghdad', '2028-02-28', 1)).toISOString()).toBe('2028-02-28T21:00:00.000Z');
    expect(beginningAt('Etc/GMT+12', '9999-12-31', 1)).toBe(Date.UTC(10000, 0, 1, 12));
  });
});

it('a zone has a name, which no difference to UTC is', () => {
  const names = ['Asia/Baghdad', 'UTC', 'Europe/Berlin', 'Asia/Calcutta'];
  expect(names.filter((name) => !isZone(name))).toEqual([]);
  const none = ['Asia/Bagdad', 'UTC+3', 'GMT+3', '+03:00', '', 'A'.repeat(4000), 3, null, undefined];
  expect(none.filter(isZone)).toEqual([]);
});
