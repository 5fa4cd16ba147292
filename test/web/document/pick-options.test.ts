import { describe, expect, it } from 'vitest';
import { bestOption } from '../../../web/shared/document/grid/pick-options.ts';

const options = [
  { value: 1, label: 'زەعفەرانی نوێ', names: ['زەعفەرانی نوێ', 'New saffron'] },
  { value: 2, label: 'زەعفەران', names: ['زەعفەران', 'Saffron', 'زعفران'], hint: 'SF-1' },
];

describe('the option that Enter takes', () => {
  it('is the one that is named in full in any language, or by its code', () => {
    for (const typed of ['زەعفەران', 'saffron', 'زعفران', 'sf-1']) expect(bestOption(options, typed), typed).toBe(1);
  });
  it('is the first when none is named in full', () => {
    expect(bestOption(options, 'saff')).toBe(0);
    expect(bestOption(options, ' ')).toBe(0);
    expect(bestOption(options, undefined)).toBe(0);
  });
});
