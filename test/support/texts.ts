/**
 * Every text of Daftar in a language: those of the screens, and the server's messages, words, names of permissions and
 * headings.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import { IMPORT_WORDS, importWord } from '../../languages/headings/import-words.ts';
import { ar } from '../../languages/messages/ar.ts';
import { ckb } from '../../languages/messages/ckb.ts';
import { en } from '../../languages/messages/en.ts';
import { documentsAr } from '../../languages/names/documents-ar.ts';
import { documentsCkb } from '../../languages/names/documents-ckb.ts';
import { documentsEn } from '../../languages/names/documents-en.ts';
import { permissionWords } from '../../languages/permissions/permission-words.ts';
import { columnsAr } from '../../languages/words/columns-ar.ts';
import { columnsCkb } from '../../languages/words/columns-ckb.ts';
import { columnsEn } from '../../languages/words/columns-en.ts';
import { labelsAr } from '../../languages/words/labels-ar.ts';
import { labelsCkb } from '../../languages/words/labels-ckb.ts';
import { labelsEn } from '../../languages/words/labels-en.ts';
import { optionsAr } from '../../languages/words/options-ar.ts';
import { optionsCkb } from '../../languages/words/options-ckb.ts';
import { optionsEn } from '../../languages/words/options-en.ts';
import { paperOptionsAr } from '../../languages/words/paper-options-ar.ts';
import { paperOptionsCkb } from '../../languages/words/paper-options-ckb.ts';
import { paperOptionsEn } from '../../languages/words/paper-options-en.ts';
import { wordsAr } from '../../languages/words/words-ar.ts';
import { wordsCkb } from '../../languages/words/words-ckb.ts';
import { wordsEn } from '../../languages/words/words-en.ts';

type Table = { readonly [key: string]: string | Table };
/** `shell:actions.save` → its text. The part before the colon is an area of the screens, or a table of the server. */
export type Texts = ReadonlyMap<string, string>;

const MESSAGES: Readonly<Record<Language, Table>> = { en, ar, ckb };
const WORDS: Readonly<Record<Language, Table>> = {
  en: { ...columnsEn, ...labelsEn, ...optionsEn, ...paperOptionsEn, ...wordsEn },
  ar: { ...columnsAr, ...labelsAr, ...optionsAr, ...paperOptionsAr, ...wordsAr },
  ckb: { ...columnsCkb, ...labelsCkb, ...optionsCkb, ...paperOptionsCkb, ...wordsCkb },
};

const DOCUMENTS = { en: documentsEn, ar: documentsAr, ckb: documentsCkb } as unknown as Readonly<
  Record<Language, Table>
>;

function flat(table: Table, prefix: string): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

function screenTexts(language: Language): Texts {
  const folder = join('languages', 'screens', language);
  const areas = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Table;
  const ofAreas = areas.flatMap((file) => flat(read(file), `${file.replace('.json', '')}:`));
  return new Map([...ofAreas, ...flat(DOCUMENTS[language], 'documents:')]);
}

/** Of the words of a cell, the displayed one. */
function headings(language: Language): Table {
  const tables = Object.keys(IMPORT_WORDS) as (keyof typeof IMPORT_WORDS)[];
  return Object.fromEntries(
    tables.flatMap((table) =>
      Object.keys(IMPORT_WORDS[table]).map((name) => [`${table}.${name}`, importWord(language, table, name) ?? '']),
    ),
  );
}

const serverTexts = (language: Language): Texts =>
  new Map([
    ...flat(MESSAGES[language], 'messages:'),
    ...flat(WORDS[language], 'words:'),
    ...flat(permissionWords(language), 'permissions:'),
    ...flat(headings(language), 'headings:'),
  ]);

const ofEach = (texts: (language: Language) => Texts): Readonly<Record<Language, Texts>> => ({
  en: texts('en'),
  ar: texts('ar'),
  ckb: texts('ckb'),
});

export const SCREEN_TEXTS = ofEach(screenTexts);
export const SERVER_TEXTS = ofEach(serverTexts);
export const TEXTS = ofEach((language) => new Map([...SCREEN_TEXTS[language], ...SERVER_TEXTS[language]]));
/** The areas of the screens. */
export const AREAS = [
  ...readdirSync(join('languages', 'screens', 'en')).map((file) => file.replace('.json', '')),
  'documents',
];
export { LANGUAGES };
