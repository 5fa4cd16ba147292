/** The words of docs/figures.md are those of the screens, and a text of such a word names that figure and no other. */
import { describe, expect, it } from 'vitest';
import { figures } from '../read-api/agreeing-figures.ts';
import { TEXTS } from '../support/texts.ts';

const plain = (text: string): string => text.replace(' ({{currency}})', '').toLowerCase();
const english = [...TEXTS.en].map(([key, text]) => ({ key, text: plain(text) }));

/** Names of accounts, papers, records, pages and choices; fields and totals of one document, one party or one drawer. */
const NO_FIGURE = new RegExp(
  [
    '^(words|fields|shell|permissions|documents|headings|catalogue|ledger|selling|till|cash:cashes|parties:owed)\\b',
    '^(report:(accounts|choices|kinds)|printed:(fields|totals|figures)|document:totals)\\.',
  ].join('|'),
);

describe('the words of figures', () => {
  it.each(figures)('$word is a text', ({ texts }) => {
    expect(texts).not.toEqual([]);
    expect(texts.filter((key) => !TEXTS.en.has(key))).toEqual([]);
  });

  it('are each of one figure', () => {
    const words = new Map<string, string>();
    for (const { word, texts } of figures) {
      for (const said of [plain(word), ...texts.map((key) => plain(TEXTS.en.get(key) ?? ''))]) {
        expect(words.get(said) ?? word, said).toBe(word);
        words.set(said, word);
      }
    }
    const named = new Set(figures.flatMap(({ texts }) => texts));
    const others = english.filter(({ key, text }) => words.has(text) && !named.has(key) && !NO_FIGURE.test(key));
    expect(others).toEqual([]);
  });
});
