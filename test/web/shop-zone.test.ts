/** Screens and tills show and read days in the zone of the shop, whatever zone their device has. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMomentWords } from '../../web/shared/report/moment-words.ts';
import { formatMoment, keptAt, localToday } from '../../web/shared/typing/date-words.ts';
import { deviceZone, keepShopZone, shopZone, zoneWords } from '../../web/shared/typing/shop-zone.ts';
import { DeviceClock } from '../../web/till/device/clock.ts';

const ZONE = process.env['TZ'];
/** The zone of the device. */
const inZone = (zone: string | undefined): void => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
};
// 00:53 of the 29th in Shanghai, 19:53 of the 28th in Baghdad.
const INSTANT = '2026-11-28T16:53:20.400Z';
const now = new Date(INSTANT);

afterAll(() => inZone(ZONE));

it('a screen before the sign-in has the zone of its device, and an unknown name changes nothing', () => {
  inZone('America/New_York');
  keepShopZone(undefined);
  keepShopZone('Mars/Olympus');
  expect([shopZone(), deviceZone()]).toEqual(['America/New_York', 'America/New_York']);
  expect(localToday(now)).toBe('2026-11-28');
});

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('on a device in %s', (device) => {
  beforeAll(() => inZone(device));
  afterEach(() => keepShopZone('Asia/Baghdad'));

  it.each([
    ['Asia/Shanghai', '2026-11-29', '00:53'],
    ['Asia/Baghdad', '2026-11-28', '19:53'],
  ])('the day, the time and a typed moment are those of %s', (zone, day, time) => {
    keepShopZone(zone);
    const [year, month, date] = day.split('-');
    expect(localToday(now)).toBe(day);
    expect(formatMoment(INSTANT)).toBe(`${date}/${month}/${year} ${time}`);
    expect(formatMoment(INSTANT, 'seconds')).toBe(`${date}/${month}/${year} ${time}:20`);
    expect(keptAt(day, now)).toBe(`${day} ${time}:20`);
    expect(keptAt('2026-11-20', now)).toBe('2026-11-20 23:59:59');
    expect(readMomentWords(`${date}/${month}/${year} ${time}:20`, day)).toBe('2026-11-28T16:53:20.999Z');
    expect(zoneWords(zone)).toMatch(/^Asia\/\w+ \(\+0[38]:00\)$/);
  });

  it('a till prints in the zone that the server told it, also when it starts again without a network', async () => {
    let kept: unknown;
    const database = {
      use: async (work: (db: object) => unknown) =>
        work({
          get: async () => kept,
          put: async (_: string, value: unknown) => {
            kept = value;
          },
        }),
    } as never;
    const channel = { when: () => undefined, changed: () => undefined } as never;
    const clock = new DeviceClock(database, channel, () => now.getTime());
    await clock.measure(INSTANT, now.getTime(), now.getTime(), 'Asia/Shanghai');
    expect(clock.moment()).toEqual({ date: '2026-11-29', time: '00:53:20' });
    keepShopZone('UTC');
    const again = new DeviceClock(database, channel, () => now.getTime());
    await again.open();
    await again.tick();
    expect(again.moment()).toEqual({ date: '2026-11-29', time: '00:53:20' });
    // A server of an earlier version tells none.
    await again.measure(INSTANT, now.getTime(), now.getTime(), null);
    expect(kept).toMatchObject({ zone: 'Asia/Shanghai' });
  });
});
