/** One word for one thing: the texts of the web and of the server use the terms of docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Table = { readonly [key: string]: string | Table };

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

function flat(table: Table, prefix: string): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

function textsOf(language: string): Map<string, string> {
  const folder = join('web', 'languages', language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      flat(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Table, `${file.replace('.json', '')}:`),
    ),
  );
}

const [english, arabic, kurdish] = [textsOf('en'), textsOf('ar'), textsOf('ckb')];
const withoutArticle = (text: string) =>
  text
    .split(' ')
    .map((word) => word.replace(/^ال/, ''))
    .join(' ');

describe('the glossary', () => {
  it('has each term in the three languages, once', () => {
    expect(terms.filter(({ ar, ckb }) => ar === '' || ckb === '')).toEqual([]);
    expect(new Set(terms.map(({ en }) => en)).size).toBe(terms.length);
  });

  it('is what a text says that is exactly a term', () => {
    const byEnglish = new Map(terms.map((term) => [term.en.toLowerCase(), term]));
    const wrong = [...english].flatMap(([key, text]) => {
      const term = byEnglish.get(text.toLowerCase());
      if (!term) return [];
      const [ar = '', ckb = ''] = [arabic.get(key), kurdish.get(key)];
      const said = [
        ...(withoutArticle(ar) === withoutArticle(term.ar) ? [] : [`${ar} for ${term.ar}`]),
        ...(ckb === term.ckb ? [] : [`${ckb} for ${term.ckb}`]),
      ];
      return said.map((each) => `${key}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names the words that are used nowhere', () => {
    const server = readdirSync(join('domain', 'messages'))
      .filter((file) => /-?(ar|ckb)\.ts$/.test(file))
      .map((file) => [file, readFileSync(join('domain', 'messages', file), 'utf8')] as const);
    const used = [...arabic, ...kurdish, ...server].flatMap(([where, text]) =>
      avoided
        .filter((word) => new RegExp(`(^|[^\\p{L}])(ال|وال|بال|لل|و|ب|ل)?${word}($|[^\\p{L}])`, 'u').test(text))
        .map((word) => `${where} says ${word}`),
    );
    expect(used).toEqual([]);
  });
});
