import { describe, expect, it } from 'vitest';
import { pluralForm } from '../../domain/values/plural.ts';

describe('the form of a noun beside a number', () => {
  it.each([
    ['en', 0, 'other'],
    ['en', 1, 'one'],
    ['en', 2, 'other'],
    ['en', 21, 'other'],
    ['ckb', 1, 'one'],
    ['ckb', 11, 'other'],
    ['ar', 0, 'other'],
    ['ar', 1, 'one'],
    ['ar', 2, 'two'],
    ['ar', 3, 'few'],
    ['ar', 10, 'few'],
    ['ar', 11, 'many'],
    ['ar', 99, 'many'],
    ['ar', 100, 'other'],
    ['ar', 102, 'other'],
    ['ar', 103, 'few'],
    ['ar', 111, 'many'],
  ] as const)('in %s of %i is %s', (language, count, form) => {
    expect(pluralForm(language, BigInt(count))).toBe(form);
  });

  it.each(['en', 'ar', 'ckb'] as const)('in %s is that of CLDR, but for nothing', (language) => {
    const rules = new Intl.PluralRules(language);
    const counts = Array.from({ length: 1200 }, (_, count) => count + 1);
    expect(counts.filter((count) => pluralForm(language, BigInt(count)) !== rules.select(count))).toEqual([]);
  });
});
