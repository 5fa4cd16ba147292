import { describe, expect, it } from 'vitest';
import { isOpenAt } from '../../domain/mobile/opening-hours.ts';

describe('the opening hours of the application', () => {
  const openAt = (opens_at: string | null, closes_at: string | null) => (time: string) =>
    isOpenAt({ opens_at, closes_at }, time);

  it('begin with the minute that opens and end before the minute that closes', () => {
    const times = ['08:59', '09:00', '12:30:59', '21:59', '22:00'];
    expect(times.map(openAt('09:00', '22:00:00'))).toEqual([false, true, true, true, false]);
  });

  it('cross midnight when they close before they open', () => {
    const times = ['17:59', '18:00', '23:59', '00:00', '01:59', '02:00'];
    expect(times.map(openAt('18:00', '02:00'))).toEqual([false, true, true, true, true, false]);
  });

  it('are the whole day when an end is missing, or both are one time', () => {
    for (const hours of [openAt(null, '02:00'), openAt('09:00', null), openAt('09:00', '09:00')]) {
      expect(['00:00', '08:59', '09:00', '23:59'].map(hours)).toEqual([true, true, true, true]);
    }
  });
});
