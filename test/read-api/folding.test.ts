import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../domain/values/folding.ts';
import { likePattern } from '../../read-api/lists/search.ts';

describe('search folding', () => {
  it('makes the letters of three keyboards one', () => {
    for (const [one, other] of [
      ['كوردي', 'کوردی'],
      ['مدرسة', 'مدرسه'],
      ['ئەحمەد', 'یهحمهد'],
      ['مُحَمَّد', 'محمد'],
      ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
      ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
      ['Café  CRÈME', 'cafe creme'],
      ['أحمد', 'احمد'],
    ]) {
      expect(foldForSearch(one as string)).toBe(foldForSearch(other as string));
    }
  });

  it('changes nothing when it is done again', () => {
    const letter = fc.constantFrom(...'يىیكکهھەةئؤأإآٱۆێڵڕڤ٠۹１aÄéß%_ \u0640\u064b\u200c');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letter }), fc.string({ unit: 'grapheme' })), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('escapes what LIKE takes for a wildcard', () => {
    expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
