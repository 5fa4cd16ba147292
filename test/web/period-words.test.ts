import { describe, expect, it } from 'vitest';
import { PERIOD_PRESETS } from '../../web/shared/typing/period-presets.ts';
import { presetPeriod, readPeriodWord, resolvedRange } from '../../web/shared/typing/period-words.ts';

const TODAY = '2026-02-14';

describe('a preset', () => {
  it.each([
    ['today', '2026-02-14', '2026-02-14'],
    ['yesterday', '2026-02-13', '2026-02-13'],
    // The fourteenth is a Saturday.
    ['this_week', '2026-02-14', '2026-02-20'],
    ['last_week', '2026-02-07', '2026-02-13'],
    ['this_month', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-01-01', '2026-01-31'],
    ['this_quarter', '2026-01-01', '2026-03-31'],
    ['last_quarter', '2025-10-01', '2025-12-31'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
  ] as const)('%s', (preset, from, to) => {
    expect(PERIOD_PRESETS).toContain(preset);
    expect(presetPeriod(preset, TODAY)).toEqual({ from, to });
  });

  it('of a week begins on Saturday, whichever day is asked, also across a year', () => {
    for (const today of ['2026-01-03', '2026-01-06', '2026-01-09'])
      expect(presetPeriod('this_week', today)).toEqual({ from: '2026-01-03', to: '2026-01-09' });
    expect(presetPeriod('last_week', '2026-01-03')).toEqual({ from: '2025-12-27', to: '2026-01-02' });
  });

  it('before the first month of a year is of the year before', () => {
    expect(presetPeriod('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetPeriod('last_quarter', '2024-01-01')).toEqual({ from: '2023-10-01', to: '2023-12-31' });
  });
});

describe('a period in words', () => {
  it.each([
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['q4', '2026-10-01', '2026-12-31'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['month', '2026-02-01', '2026-02-28'],
    ['month-1', '2026-01-01', '2026-01-31'],
    ['quarter - 1', '2025-10-01', '2025-12-31'],
    ['year-2', '2024-01-01', '2024-12-31'],
    ['day-14', '2026-01-31', '2026-01-31'],
    ['yesterday', '2026-02-13', '2026-02-13'],
    ['Last Month', '2026-01-01', '2026-01-31'],
    ['last week', '2026-02-07', '2026-02-13'],
    ['هەفتە-1', '2026-02-07', '2026-02-13'],
    ['2025-Q3 - 2025-Q4', '2025-07-01', '2025-12-31'],
    ['2026-01 to 2026-02', '2026-01-01', '2026-02-28'],
    ['هذا الشهر', '2026-02-01', '2026-02-28'],
    ['الشهر الماضي', '2026-01-01', '2026-01-31'],
    ['ربع', '2026-01-01', '2026-03-31'],
    ['سنة-1', '2025-01-01', '2025-12-31'],
    ['٢٠٢٤', '2024-01-01', '2024-12-31'],
    ['ئەم مانگە', '2026-02-01', '2026-02-28'],
    ['مانگ-۱', '2026-01-01', '2026-01-31'],
    ['ساڵی ڕابردوو', '2025-01-01', '2025-12-31'],
    ['ئەمڕۆ', '2026-02-14', '2026-02-14'],
  ])('%s', (typed, from, to) => {
    expect(readPeriodWord(typed, TODAY)).toEqual({ from, to });
  });

  it.each(['', 'q5', '2026-13', '2026-00', 'monthly', '15/3/2026', '2026-03-15', '2026-Q2 - 2026-Q1', 'month-x'])(
    'is not %j',
    (typed) => {
      expect(readPeriodWord(typed, TODAY)).toBeUndefined();
    },
  );
});

describe('the range that is asked for', () => {
  it.each([
    ['last_month', '2026-01-01,2026-01-31'],
    ['2026-01-05,2026-01-09', '2026-01-05,2026-01-09'],
    [',2026-01-09', '1900-01-01,2026-01-09'],
    ['2026-01-05,', '2026-01-05,2026-02-14'],
    ['2026-01-05', '2026-01-05,2026-01-05'],
    ['2027-01-05,', '2027-01-05,'],
  ])('%s is %s', (given, range) => {
    expect(resolvedRange(given, TODAY)).toBe(range);
  });
});
