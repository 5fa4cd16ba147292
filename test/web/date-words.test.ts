import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, formatDate, lastOfMonth, localToday, readDateWord } from '../../web/shared/typing/date-words.ts';

const today = '2026-03-10';

describe('a date', () => {
  it.each([
    ['t', '2026-03-10'],
    ['T', '2026-03-10'],
    ['ئەمڕۆ', '2026-03-10'],
    ['اليوم', '2026-03-10'],
    ['+3', '2026-03-13'],
    ['-1', '2026-03-09'],
    ['-10', '2026-02-28'],
    ['٠', undefined],
    ['+٣', '2026-03-13'],
    ['f', '2026-03-01'],
    ['l', '2026-03-31'],
    ['15', '2026-03-15'],
    ['15/3', '2026-03-15'],
    ['15-4', '2026-04-15'],
    ['15.12', '2026-12-15'],
    ['15 4 2025', '2025-04-15'],
    ['01/02/2026', '2026-02-01'],
    ['1/2/26', '2026-02-01'],
    ['15032026', '2026-03-15'],
    ['1503', '2026-03-15'],
    ['2026-03-15', '2026-03-15'],
    ['١٥/٣/٢٠٢٦', '2026-03-15'],
    ['29/2', undefined],
    ['29/2/2024', '2024-02-29'],
    ['31', '2026-03-31'],
    ['32', undefined],
    ['15/13', undefined],
    ['1/2/3/4', undefined],
    ['hello', undefined],
    ['', undefined],
  ])('typed as %s on 10 March 2026 is %s', (text, day) => {
    expect(readDateWord(text, { today })).toBe(day);
  });

  describe('whose year was not typed', () => {
    const year = { today: '2026-02-10', from: '2025-04-01', to: '2026-03-31' };
    it.each([
      ['15/5', '2025-05-15'],
      ['15/2', '2026-02-15'],
      ['31/3', '2026-03-31'],
      ['1/4', '2025-04-01'],
    ])('%s is in the open financial year: %s', (text, day) => {
      expect(readDateWord(text, year)).toBe(day);
    });

    it('is used unchanged when it was typed, also outside of the year', () => {
      expect(readDateWord('15/5/2024', year)).toBe('2024-05-15');
    });

    it('counts from the last open day when today is after it', () => {
      expect(readDateWord('15', { today: '2026-06-10', from: '2025-04-01', to: '2026-03-31' })).toBe('2026-03-15');
    });
  });

  it('is shown as day, month, year', () => {
    expect(formatDate('2026-03-05')).toBe('05/03/2026');
    expect(formatDate('2026-03-05T10:00:00')).toBe('05/03/2026');
    expect(formatDate(null)).toBe('');
    expect(formatDate('soon')).toBe('soon');
  });

  it('shown and typed again is the same day', () => {
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(readDateWord(formatDate(day), { today })).toBe(day);
      }),
    );
  });
});

describe('days', () => {
  it('are added over months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  });

  it('end their month', () => {
    expect(lastOfMonth('2024-02-10')).toBe('2024-02-29');
    expect(lastOfMonth('2026-02-10')).toBe('2026-02-28');
  });

  it('are those of this computer, also just before midnight', () => {
    expect(localToday(new Date(2026, 0, 31, 23, 59))).toBe('2026-01-31');
  });
});
