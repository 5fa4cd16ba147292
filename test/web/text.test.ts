/**
 * Texts of the web: the three languages have the same keys with the same places for values, every key that the
 * code asks for is there, every key that is there is asked for, and no sentence stands in the code itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { say, startLanguage } from '../../web/shared/language/language.ts';
import { foreignIn } from '../support/foreign-text.ts';

const LANGUAGES = ['en', 'ar', 'ckb'] as const;
/** What the walks over the screens look for. */
const KEY_SHOWN = /\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/;
/** Keys of the keyboard, formats of files, the calendar's letters and the scale of time: the same in every language. */
const WRITTEN_ALIKE = /\b(F4|Ctrl\+K|JPEG|PNG|xlsx|XML|QR|UTC|OECD)\b|DD\/MM\/YYYY/g;
/**
 * Names of programs, languages and formats, what is typed as it stands (the `t` of today, a command), and the codes that the
 * filters of the log of events take.
 */
const NAMES =
  /^audit:formats\.\w+\.name$|^shell:languages\.|second_factor\.explained$|remedies\.tables$|(problems\.date|form:date_wrong)$|^report:filters\.(kind|stream|type)$/;
type Table = { readonly [key: string]: string | Table };

function flat(table: Table, prefix: string): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

/** `shell:actions.save` → its text. */
function textsOf(language: string): Map<string, string> {
  const folder = `web/languages/${language}`;
  const areas = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Table;
  return new Map(areas.flatMap((file) => flat(read(file), `${file.replace('.json', '')}:`)));
}

function sourcesIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')] as [string, string]);
}

const texts = new Map(LANGUAGES.map((language) => [language, textsOf(language)]));
const english = texts.get('en') as Map<string, string>;
const web = sourcesIn('web');
const code = [...web, ...sourcesIn('domain')].map(([, text]) => text).join('\n');
const areas = readdirSync('web/languages/en').map((file) => file.replace('.json', ''));

/** Every quoted word or key of the code; a key without an area is of `shell`. */
const literals = new Set([...code.matchAll(/(['"`])([A-Za-z0-9_:./-]+)\1/g)].map(([, , text]) => text as string));
const keysOfWeb = new Set(
  web.flatMap(([, text]) =>
    [...text.matchAll(/['"`]([a-z-]+:[a-z][a-z0-9_.]*)['"`]/g)].map(([, key]) => key as string),
  ),
);
/** `${kind}.restored` ends in a word too. */
for (const [, word] of code.matchAll(/\}\.([a-z_]+)`/g)) literals.add(word as string);
/** And so does `sale.restored` of an event's declaration. */
for (const [, word] of code.matchAll(/'[a-z_]+\.([a-z_]+)'/g)) literals.add(word as string);
const properties = new Set([...code.matchAll(/\b([a-z][a-z0-9_]*)\??:/g)].map(([, name]) => name as string));
/** Beginnings of keys that end in a value: t(`form:rules.${kind}`). */
const beginnings = [...code.matchAll(/`([a-z_]+:)?([a-z_.]*)\$\{/g)].map(
  ([, area = 'shell:', start = '']) => area + start,
);

function isAskedFor(key: string): boolean {
  if (literals.has(key) || literals.has(key.replace(/^shell:/, ''))) return true;
  // Endings come from values: a word of the code, a name of a field, or a number.
  return beginnings
    .filter((start) => start.length > 'shell:'.length - 1 && key.startsWith(start))
    .some((start) =>
      key
        .slice(start.length)
        .split('.')
        .every((part) => /^\d+$/.test(part) || literals.has(part) || properties.has(part)),
    );
}

describe('the languages', () => {
  it.each(LANGUAGES)('%s has every key of the others', (language) => {
    const all = new Set([...texts.values()].flatMap((table) => [...table.keys()]));
    expect([...all].filter((key) => !texts.get(language)?.has(key))).toEqual([]);
  });

  it.each(['ar', 'ckb'] as const)('%s has no word of another language', (language) => {
    const own = [...(texts.get(language) ?? [])].filter(([key]) => !NAMES.test(key));
    const plain = own.map(([key, text]) => [key, text.replace(/\{\{\w+\}\}/g, '').replace(WRITTEN_ALIKE, '')] as const);
    expect(plain.filter(([, text]) => foreignIn(text).length > 0)).toEqual([]);
  });

  it.each(LANGUAGES)('%s has no empty text', (language) => {
    expect([...(texts.get(language) ?? [])].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same places for values in the same text', () => {
    const places = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)]
        .map(([, name]) => name)
        .sort()
        .join();
    const wrong = [...english].flatMap(([key, text]) =>
      LANGUAGES.filter((language) => places(texts.get(language)?.get(key) ?? '') !== places(text)).map(
        (l) => `${l} ${key}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('are written in their own letters', () => {
    const arabic = [...(texts.get('ar') ?? [])].filter(([, text]) => /[ەێۆڕڵۊپچژگڤ]/.test(text) && text !== 'کوردی');
    // The languages name themselves, each in its own letters.
    const kurdish = [...(texts.get('ckb') ?? [])].filter(
      ([key, text]) => /[يىكةﻻضصثظذط]/.test(text) && !key.startsWith('shell:languages.'),
    );
    expect({ arabic, kurdish }).toEqual({ arabic: [], kurdish: [] });
  });

  it('never leave the choice of a plural to Intl, which has no Kurdish in browsers', () => {
    expect([...english.keys()].filter((key) => /_(one|two|few|many|other)$/.test(key))).toEqual([]);
    expect(web.filter(([, text]) => /\bt\([^)]*\bcount:/.test(text)).map(([file]) => file)).toEqual([]);
  });
});

describe('a text that is missing', () => {
  it('is shown as its key with the area, which no text looks like, so that a walk over the screens finds it', async () => {
    await startLanguage();
    expect(say('sales:no_such_text')).toBe('sales:no_such_text');
    expect(say('no_such.text')).toBe('shell:no_such.text');
    expect(say('shell:home.title')).toBe(english.get('shell:home.title'));
    const likeKeys = [...texts.values()].flatMap((table) => [...table.values()]).filter((text) => KEY_SHOWN.test(text));
    expect(likeKeys).toEqual([]);
  });
});

describe('the calendar', () => {
  it.each(LANGUAGES)('of %s names twelve different months and seven different days', (language) => {
    const names = (start: string) =>
      [...(texts.get(language) ?? [])].filter(([key]) => key.startsWith(start)).map(([, text]) => text);
    expect(new Set(names('calendar:months.')).size).toBe(12);
    expect(new Set(names('calendar:days.')).size).toBe(7);
    expect(new Set(names('calendar:days_short.')).size).toBe(7);
  });
});

describe('the code', () => {
  it('asks only for texts that are there', () => {
    const asked = [...keysOfWeb].filter((key) => areas.includes(key.split(':')[0] as string));
    const own = [...code.matchAll(/\b(?:t|say)\(\s*'([a-z0-9_.]+)'/g)].map(([, key]) => `shell:${key}`);
    expect([...new Set([...asked, ...own])].filter((key) => !english.has(key))).toEqual([]);
  });

  it('asks for every text that is there', () => {
    expect([...english.keys()].filter((key) => !isAskedFor(key))).toEqual([]);
  });

  it('holds no sentences of its own', () => {
    const found = web
      .filter(([file]) => file.endsWith('.tsx'))
      .flatMap(([file, text]) => {
        const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');
        const between = [...plain.matchAll(/<[a-zA-Z][^<>]*>\s*([^<>{}]*[A-Za-z]{2,}[^<>{}]*)\s*<\//g)].map(
          ([, said]) => said,
        );
        const attributes = [
          ...plain.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([^"]*[A-Za-z]{2,}[^"]*)"/g),
        ];
        return [...between, ...attributes.map(([, said]) => said)]
          .filter((said) => !/^\s*[a-z]+:[a-z_.]+\s*$/.test(said ?? ''))
          .map((said) => `${file}: ${said?.trim()}`);
      });
    expect(found).toEqual([]);
  });

  it('holds Arabic letters only where typing is read', () => {
    const found = web.filter(
      ([file, text]) =>
        /[\u0621-\u06d3]/.test(text.replace(/\/\*[\s\S]*?\*\//g, '')) && !/\/typing\/|\/reading\.ts$/.test(file),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });
});
