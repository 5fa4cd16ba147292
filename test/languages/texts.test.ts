/**
 * All texts of the screens and of the server: the three languages have the same keys and placeholders, every used key
 * exists, every existing key is used, a thing has one word (docs/glossary.md), and the code contains no sentences.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { PLURAL_FORMS } from '../../domain/values/plural.ts';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';
import { foreignIn } from '../support/foreign-text.ts';
import { AREAS, LANGUAGES, SCREEN_TEXTS, SERVER_TEXTS, TEXTS, type Texts } from '../support/texts.ts';

/** The pattern of an untranslated key, which the tests of screens look for. */
const KEY_SHOWN = /\b[a-z]+:[a-z_]+(\.[a-z_]+)*\b/;
/**
 * Keys of the keyboard, plugs and codes, file formats, letters of the calendar and the time zone: equal in every
 * language.
 */
const WRITTEN_ALIKE = /\b(F4|Ctrl\+K|JPEG|PNG|PDF|A4|A5|xlsx|csv|XML|QR|USB|EAN-13|UTC|OECD|X|Z)\b|DD\/MM\/YYYY/g;
/**
 * Names of programs, languages and formats, texts that are typed literally (the `t` of today, a command), and the codes
 * of the event log's filters.
 */
const NAMES =
  /^audit:formats\.\w+\.name$|^shell:languages\.|second_factor\.explained$|remedies\.tables$|(problems\.date|form:date_wrong)$|^report:filters\.(kind|stream|type)$/;

/** Only Arabic has another word for a document in the middle of a sentence. */
const OF_SENTENCE = /^documents:\w+\.the$/;

const english = SCREEN_TEXTS.en;
/** The placeholders of a text. Of several forms of a noun, the last one has the number. */
const places = (text: string) => (text.replace(/\[[^\]]*\|([^\]|]*)\]/g, '$1').match(/\{\{?\w+\}\}?/g) ?? []).sort();

const PLURAL = /_(one|two|few|many|other)$/;
/** The key without the suffix of its plural form. */
const baseOf = (key: string) => {
  const base = key.replace(PLURAL, '');
  return english.has(`${base}_one`) && english.has(`${base}_other`) ? base : key;
};
const basesOf = (texts: Texts) => new Set([...texts.keys()].map(baseOf));
const plurals = [...basesOf(english)].filter((base) => !english.has(base));

const sources = sourceFiles()
  .filter((file) => !/^(test|bench|languages)\//.test(file))
  .map((file) => [file, sourceOf(file)] as const);
const web = sources.filter(([file]) => file.startsWith('web/'));
const webCode = sources
  .filter(([file]) => /^(web|domain)\//.test(file))
  .map(([, text]) => text)
  .join('\n');

/** Every quoted word or key of a text; a key without an area is of `shell`. */
const literalsOf = (code: string): Set<string> =>
  new Set([...code.matchAll(/(['"`])([A-Za-z0-9_:./-]+)\1/g)].map(([, , text]) => text as string));
const literals = literalsOf(webCode);
const keysOfWeb = new Set(
  web.flatMap(([, text]) =>
    [...text.matchAll(/['"`]([a-z-]+:[a-z][a-z0-9_.]*)['"`]/g)].map(([, key]) => key as string),
  ),
);
/** `${kind}.restored` contains a word too. */
for (const [, word] of webCode.matchAll(/\}\.([a-z_]+)`/g)) literals.add(word as string);
/** And so does `sale.restored` of an event's declaration. */
for (const [, word] of webCode.matchAll(/'[a-z_]+\.([a-z_]+)'/g)) literals.add(word as string);
/** And so are the values of an answer, which a screen has from the contract of reads. */
for (const [file, text] of sources) {
  if (!file.startsWith('read-api/')) continue;
  for (const [, values = ''] of text.matchAll(/Type\.Enum\(\[([^\]]*)\]\)/g)) {
    for (const value of literalsOf(values)) literals.add(value);
  }
}
/** And so are the names of the checks of a year, which its answer says. */
const gate = sourceOf('command-api/read-models/closing-gate.ts');
for (const [, name] of gate.matchAll(/^ {2}([a-z_]+): /gm)) literals.add(name as string);
const properties = new Set([...webCode.matchAll(/\b([a-z][a-z0-9_]*)\??:/g)].map(([, name]) => name as string));
/** Prefixes of keys that end in a value: t(`form:rules.${kind}`). */
const beginnings = [...webCode.matchAll(/`([a-z_]+:)?([a-z_.]*)\$\{/g)].map(
  ([, area = 'shell:', start = '']) => area + start,
);

function isAskedFor(key: string): boolean {
  if (literals.has(key) || literals.has(key.replace(/^shell:/, ''))) return true;
  // The rest of such a key is a word of the code, the name of a field, or a number.
  return beginnings
    .filter((start) => start.length > 'shell:'.length - 1 && key.startsWith(start))
    .some((start) =>
      key
        .slice(start.length)
        .split('.')
        .every((part) => /^\d+$/.test(part) || literals.has(part) || properties.has(part)),
    );
}

/** The functions of the database have messages too. */
const functions = readdirSync(join('migrations', 'functions'))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(join('migrations', 'functions', file), 'utf8'));
const serverCode = [
  ...sources.filter(([file]) => !/^web\/(?!shared\/navigation\/menu-table)/.test(file)).map(([, text]) => text),
  ...functions,
  sourceOf('languages/say.ts'),
].join('\n');
const serverLiterals = literalsOf(serverCode);
const names = new Set(serverCode.match(/[A-Za-z_]\w*/g));
for (const [, name] of serverCode.matchAll(/translatedName\('(\w+)'\)/g)) names.add(`${name}_ar`).add(`${name}_ckb`);
const middles = [...serverCode.matchAll(/`([a-z_]{4,})\$\{[^}]*\}([a-z_]*)`/g)].map(([, start = '', end = '']) => ({
  start,
  end,
}));

/** Whether the code uses a message (its key, or a prefix and a value) or a word (the name of its thing). */
function isNeeded(key: string): boolean {
  const [table = '', path = ''] = key.split(':');
  const name = path.split(/[./]/).at(-1) ?? '';
  if (serverLiterals.has(name)) return true;
  if (table === 'messages') return middles.some(({ start, end }) => name.startsWith(start) && name.endsWith(end));
  // Messages use `customer_fk` as the word for the kind `customer`.
  return names.has(name) || names.has(name.replace(/_fk$/, ''));
}

/** Every key of a refusal by a decider, rule or claim of the domain. */
function refusals(): Set<string> {
  const domain = sources.filter(([file]) => file.startsWith('domain/')).map(([, text]) => text);
  const patterns = [
    /\.add\(\s*(?:`[^`]*`|'[^']*'|[\w.]+),\s*'([a-z_]+)'/g,
    /(?:message|differs): '([a-z_]+)'/g,
    /keep: \(\) => '([a-z_]+)'/g,
    /(?:stock|cash): '([a-z_]+)'/g,
  ];
  return new Set(
    domain.flatMap((text) =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, key]) => key as string)),
    ),
  );
}

describe('the server', () => {
  it('has a sentence for every key that the domain refuses with', () => {
    const keys = refusals();
    expect(keys.size).toBeGreaterThan(50);
    expect([...keys].filter((key) => !TEXTS.en.has(`messages:${key}`))).toEqual([]);
  });

  it('has a word for every transition that a refusal may list', () => {
    const transitions = documents.flatMap((document) => Object.keys(document.transitions));
    expect(transitions.filter((transition) => !TEXTS.en.has(`words:transition.${transition}`))).toEqual([]);
  });

  it('needs every text that is there', () => {
    expect(isNeeded('messages:never_said_by_anybody')).toBe(false);
    expect(isNeeded('words:field.never_named_anywhere')).toBe(false);
    expect([...SERVER_TEXTS.en.keys()].filter((key) => !isNeeded(key))).toEqual([]);
  });
});

/** “One document” and the Arabic dual may omit the number. */
const withoutCount = (found: readonly string[]) => found.filter((place) => place !== '{{count}}');

function placesDiffer(texts: Texts, key: string, text: string): boolean {
  const base = baseOf(key);
  if (base === key) return places(texts.get(key) ?? '').join() !== places(text).join();
  const forms = [...texts].filter(([other]) => baseOf(other) === base);
  return (
    forms.some(([, said]) => withoutCount(places(said)).join() !== withoutCount(places(text)).join()) ||
    forms.some(([other, said]) => other === `${base}_other` && !said.includes('{{count}}'))
  );
}

describe('the languages', () => {
  it.each(LANGUAGES)('%s has every key of the others', (language) => {
    const all = new Set(
      LANGUAGES.flatMap((other) => [...basesOf(TEXTS[other])].filter((key) => !OF_SENTENCE.test(key))),
    );
    expect(all.size).toBeGreaterThan(3000);
    const own = basesOf(TEXTS[language]);
    expect([...all].filter((key) => !own.has(key))).toEqual([]);
  });

  it.each(['ar', 'ckb'] as const)('%s has no word of another language on the screens', (language) => {
    const own = [...SCREEN_TEXTS[language]].filter(([key]) => !NAMES.test(key));
    const plain = own.map(([key, text]) => [key, text.replace(/\{\{\w+\}\}/g, '').replace(WRITTEN_ALIKE, '')] as const);
    expect(plain.filter(([, text]) => foreignIn(text).length > 0)).toEqual([]);
  });

  it.each(['ar', 'ckb'] as const)('%s is written in Arabic letters in what the server says', (language) => {
    expect([...SERVER_TEXTS[language]].filter(([, text]) => !/[\u0600-\u06ff]/.test(text))).toEqual([]);
  });

  it.each(LANGUAGES)('%s has no empty text', (language) => {
    expect([...TEXTS[language]].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same places for values in the same text', () => {
    const wrong = [...TEXTS.en].flatMap(([key, text]) =>
      LANGUAGES.filter((language) => placesDiffer(TEXTS[language], key, text)).map((language) => `${language} ${key}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are written in their own letters', () => {
    const arabic = [...TEXTS.ar].filter(([, text]) => /[ەێۆڕڵۊپچژگڤ]/.test(text) && text !== 'کوردی');
    // The names of the languages are in their own letters.
    const kurdish = [...TEXTS.ckb].filter(
      ([key, text]) => /[يىكةﻻضصثظذط]/.test(text) && !key.startsWith('shell:languages.'),
    );
    expect({ arabic, kurdish }).toEqual({ arabic: [], kurdish: [] });
  });

  it.each(LANGUAGES)('%s has the plural forms that it needs, and no others', (language) => {
    expect(plurals.length).toBeGreaterThan(25);
    const formsOf = (base: string) =>
      [...SCREEN_TEXTS[language].keys()].flatMap((key) => (baseOf(key) === base ? [PLURAL.exec(key)?.[1]] : []));
    const wrong = plurals.filter((base) => formsOf(base).sort().join() !== [...PLURAL_FORMS[language]].sort().join());
    expect(wrong).toEqual([]);
  });

  it('have plural forms for what is asked for with a count', () => {
    const asked = [...webCode.matchAll(/\b(?:t|say)\(\s*'([a-z0-9_.:]+)', \{(?:[^}]*, )? ?count\b[ ,:]/g)].map(
      ([, key = '']) => (key.includes(':') ? key : `shell:${key}`),
    );
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((key) => !plurals.includes(key))).toEqual([]);
  });

  it('say nothing that looks like the key of a text, as which a missing one is shown', () => {
    const likeKeys = LANGUAGES.flatMap((language) => [...SCREEN_TEXTS[language].values()]);
    expect(likeKeys.filter((text) => KEY_SHOWN.test(text))).toEqual([]);
  });
});

describe('the calendar', () => {
  it.each(LANGUAGES)('of %s names twelve different months and seven different days', (language) => {
    const names = (start: string) =>
      [...SCREEN_TEXTS[language]].filter(([key]) => key.startsWith(start)).map(([, text]) => text);
    expect(new Set(names('calendar:months.')).size).toBe(12);
    expect(new Set(names('calendar:days.')).size).toBe(7);
    expect(new Set(names('calendar:days_short.')).size).toBe(7);
  });
});

describe('the code of the screens', () => {
  it('asks only for texts that are there', () => {
    const asked = [...keysOfWeb].filter((key) => AREAS.includes(key.split(':')[0] as string));
    const own = [...webCode.matchAll(/\b(?:t|say)\(\s*'([a-z0-9_.]+)'/g)].map(([, key]) => `shell:${key}`);
    expect([...new Set([...asked, ...own])].filter((key) => !basesOf(english).has(key))).toEqual([]);
  });

  it('asks for every text that is there', () => {
    expect([...basesOf(english)].filter((key) => !OF_SENTENCE.test(key) && !isAskedFor(key))).toEqual([]);
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

describe('the domain', () => {
  it('holds codes: no sentence, no letter of another script, and no address of a screen', () => {
    const domain = sources.filter(([file]) => file.startsWith('domain/'));
    const wrong = domain.flatMap(([file, text]) => {
      const plain = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*/g, ' ');
      const sentence = /'[A-Z][a-z]+ [a-z]+ [^'\n]*'/.exec(plain)?.[0];
      // A report declares its address (decisions/0066).
      const address = file === 'domain/registry/reports.ts' ? undefined : /'\/[a-z-]+\/[a-z-]+'/.exec(plain)?.[0];
      // Folding maps letters that people type for each other.
      const letter = /^domain\/values\/fold(ing|-name)\.ts$/.test(file)
        ? undefined
        : /[\u0621-\u06d3]/.exec(plain)?.[0];
      return [sentence, address, letter].flatMap((found) => (found === undefined ? [] : [`${file}: ${found}`]));
    });
    expect(wrong).toEqual([]);
  });
});
