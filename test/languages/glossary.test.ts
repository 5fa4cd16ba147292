/**
 * A thing has one word in each language (docs/glossary.md), on the screens and in the messages of the server together:
 * the terms of the glossary, their stems inside of longer texts, and equal English texts.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldLabel } from '../../languages/say.ts';
import { SCREEN_TEXTS, SERVER_TEXTS, TEXTS, type Texts } from '../support/texts.ts';
import { ANOTHER_SENSE, SENSES, STEMS } from './stems.ts';

interface Term {
  readonly en: string;
  readonly ar: string;
  readonly ckb: string;
}

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (English|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const forms = (cell = '') => cell.split(' / ').map((form) => form.trim());
const terms = rows.flatMap(([, en, ar, ckb]) =>
  forms(en).map((form, index): Term => ({ en: form, ar: forms(ar)[index] ?? '', ckb: forms(ckb)[index] ?? '' })),
);
const avoided = rows.flatMap(([, , , , not = '']) => not.split(',').flatMap((word) => word.trim() || []));

const withoutArticle = (text: string) =>
  text
    .split(' ')
    .map((word) => word.replace(/^ال/, ''))
    .join(' ');

/** Words of the screens that messages do not use: they are of another language, or mean something else. */
const NOT_IN_MESSAGES = /پین|PIN|سامان|ناونیشان|أصل|الأصل/;
/** Labels without the hints of a form: “(kg)”, “%”. */
const withoutHint = (text: string) => text.replace(/\s*\(.*?\)| [%٪]/g, '').trim();

const withoutPlaces = (text: string) => text.replace(/\{+\w+\}+/g, ' ');

describe('a field', () => {
  it('that a message calls in English as the screens do is called as they do in Arabic and Kurdish', () => {
    const english = SCREEN_TEXTS.en;
    const labels = [...SERVER_TEXTS.en.keys()].flatMap((key) => {
      const name = /^words:field\.(\w+)$/.exec(key)?.[1];
      return name !== undefined && english.has(`fields:${name}`) ? [name] : [];
    });
    const of = (texts: Texts, name: string) => withoutHint(texts.get(`fields:${name}`) ?? '');
    const alike = labels.filter((name) => fieldLabel('en', name) === of(english, name));
    expect(alike.length).toBeGreaterThan(150);
    const wrong = alike.flatMap((name) =>
      (['ar', 'ckb'] as const)
        .filter((language) => {
          const text = of(SCREEN_TEXTS[language], name);
          return !NOT_IN_MESSAGES.test(text) && fieldLabel(language, name) !== text;
        })
        .map(
          (language) => `${name}: ${fieldLabel(language, name)}, on the screens ${of(SCREEN_TEXTS[language], name)}`,
        ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the glossary', () => {
  it('has each term in the three languages, once', () => {
    expect(terms.filter(({ ar, ckb }) => ar === '' || ckb === '')).toEqual([]);
    expect(new Set(terms.map(({ en }) => en)).size).toBe(terms.length);
  });

  it('is what a text says that is exactly a term', () => {
    const byEnglish = new Map(terms.map((term) => [term.en.toLowerCase(), term]));
    const wrong = [...TEXTS.en].flatMap(([key, text]) => {
      const term = byEnglish.get(text.toLowerCase());
      if (!term || ANOTHER_SENSE.test(key) || !TEXTS.ckb.has(key)) return [];
      const [ar = '', ckb = ''] = [TEXTS.ar.get(key), TEXTS.ckb.get(key)];
      const said = [
        ...(withoutArticle(ar) === withoutArticle(term.ar) ? [] : [`${ar} for ${term.ar}`]),
        ...(ckb === term.ckb ? [] : [`${ckb} for ${term.ckb}`]),
      ];
      return said.map((name) => `${key}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names the words that are used nowhere', () => {
    const used = [...TEXTS.ar, ...TEXTS.ckb].flatMap(([key, text]) =>
      avoided
        .filter((word) => new RegExp(`(^|[^\\p{L}])(ال|وال|بال|لل|و|ب|ل)?${word}($|[^\\p{L}])`, 'u').test(text))
        .map((word) => `${key} says ${word}`),
    );
    expect(used).toEqual([]);
  });

  it.each(STEMS)('has one stem for $en in each language', ({ en, ...stems }) => {
    const other = 'other' in stems ? stems.other : undefined;
    const found = [...TEXTS.en].filter(
      ([key, text]) => en.test(withoutPlaces(text)) && !other?.test(text) && !ANOTHER_SENSE.test(key),
    );
    expect(found.length).toBeGreaterThan(2);
    const wrong = found.flatMap(([key, text]) =>
      (['ar', 'ckb'] as const)
        .filter((language) => !stems[language].test(TEXTS[language].get(key) ?? ''))
        .map((language) => `${language} ${key}: ${text}: ${TEXTS[language].get(key)}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Verbs of the history, forms beside numbers, and numbers in words: the form differs by their place. */
const FORMS = /^history:events\.|^documents:\w+\.the$|^printed:(scale|money|before_noun)\.|_(one|two|few|many|other)$/;

/** Arabic without articles, vowels and the ending of feminine adjectives. */
const plain = (text: string) =>
  withoutArticle(text)
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/ة(?=\s|$)/g, '');

function renderings(language: 'ar' | 'ckb', keys: readonly string[]): readonly string[] {
  const texts = keys.map((key) => TEXTS[language].get(key) ?? '');
  return [...new Set(language === 'ar' ? texts.map(plain) : texts)];
}

describe('one English text', () => {
  const byEnglish = Map.groupBy(
    [...TEXTS.en.keys()].filter((key) => !FORMS.test(key) && !ANOTHER_SENSE.test(key)),
    (key) => (TEXTS.en.get(key) ?? '').toLowerCase(),
  );
  const repeated = [...byEnglish].filter(([, keys]) => keys.length > 1);

  it.each(['ar', 'ckb'] as const)('has one text in %s, or one for each of its senses', (language) => {
    expect(repeated.length).toBeGreaterThan(700);
    const wrong = repeated.flatMap(([english, keys]) => {
      const said = renderings(language, keys);
      return said.length <= (SENSES[english] ?? 1) ? [] : [`${english}: ${said.join(' / ')} (${keys.join(' ')})`];
    });
    expect(wrong).toEqual([]);
  });

  it('has no more senses than it is used in', () => {
    const used = new Map(
      repeated.map(([english, keys]) => [
        english,
        Math.max(renderings('ar', keys).length, renderings('ckb', keys).length),
      ]),
    );
    expect(Object.entries(SENSES).filter(([english, senses]) => used.get(english) !== senses)).toEqual([]);
  });
});
