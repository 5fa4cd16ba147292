/** One word for one thing: the texts of the web and of the server use the terms of docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsEn } from '../../domain/messages/columns-en.ts';
import { labelsEn } from '../../domain/messages/labels-en.ts';
import { fieldLabel } from '../../domain/messages/say.ts';
import { wordsEn } from '../../domain/messages/words-en.ts';

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

/** Words of the screens that messages do without: they are of another language, or mean something else. */
const NOT_IN_MESSAGES = /هێڵ|کۆگا|پین|PIN|سامان|ناونیشان|أصل|الأصل/;
/** Of labels on screens without what only a form needs: “(kg)”, “%”. */
const withoutHint = (text: string) => text.replace(/\s*\(.*?\)| [%٪]/g, '').trim();

describe('a field', () => {
  it('that a message calls in English as the screens do is called as they do in Arabic and Kurdish', () => {
    const labels = Object.keys({ ...wordsEn, ...labelsEn, ...columnsEn }).flatMap((key) => {
      const name = /^field\.(\w+)$/.exec(key)?.[1];
      return name !== undefined && english.has(`fields:${name}`) ? [name] : [];
    });
    const of = (texts: Map<string, string>, name: string) => withoutHint(texts.get(`fields:${name}`) ?? '');
    const alike = labels.filter((name) => fieldLabel('en', name) === of(english, name));
    expect(alike.length).toBeGreaterThan(150);
    const wrong = alike.flatMap((name) =>
      (
        [
          ['ar', arabic],
          ['ckb', kurdish],
        ] as const
      )
        .filter(([language, texts]) => {
          const text = of(texts, name);
          return !NOT_IN_MESSAGES.test(text) && fieldLabel(language, name) !== text;
        })
        .map(([language, texts]) => `${name}: ${fieldLabel(language, name)}, on the screens ${of(texts, name)}`),
    );
    // Customers and suppliers are called apart on the screens, and here as one.
    expect(wrong.filter((name) => !name.startsWith('supplier_type'))).toEqual([]);
  });
});

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
      return said.map((name) => `${key}: ${name}`);
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
