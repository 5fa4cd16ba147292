/** Message keys as sentences, in the language of the reader. */
import { ar } from './ar.ts';
import { ckb } from './ckb.ts';
import { en } from './en.ts';
import { wordsAr } from './words-ar.ts';
import { wordsCkb } from './words-ckb.ts';
import { wordsEn } from './words-en.ts';

export type Language = 'en' | 'ar' | 'ckb';

/** Parameters that name a record: `{item}`, and `item_ar` and `item_ckb` where it has names in those languages. */
export type RecordNames<Name extends string> = Readonly<Record<Name, string>> &
  Readonly<Partial<Record<`${Name}_${Exclude<Language, 'en'>}`, string>>>;

interface Table {
  readonly messages: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<string, string>>;
}

const TABLES: Readonly<Record<Language, Table>> = {
  en: { messages: en, words: wordsEn },
  ar: { messages: ar, words: wordsAr },
  ckb: { messages: ckb, words: wordsCkb },
};

/**
 * The sentence of a key, its placeholders filled from `params`; the key itself where there is no sentence.
 * `field` is the path of the field that it is about (`lines.3.quantity`), which `{field}` names by its label.
 */
export function say(
  language: Language,
  key: string,
  params: Readonly<Record<string, string>> = {},
  field = '',
): string {
  const { messages, words } = TABLES[language];
  const sentence = messages[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[`${name}_${language}`] ?? params[name];
    if (name === 'field') return value ?? fieldLabel(language, field);
    if (name === 'status') return words[`status.${value}`] ?? value ?? '';
    if (name === 'possible') return list(words, value ?? '');
    return shown(value ?? '');
  });
}

/** A day as all screens show it: with dashes it would be turned around in a sentence from right to left. */
const shown = (value: string): string => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

/** The label of the last named part of a path; the name itself, in words, where there is no label. */
export function fieldLabel(language: Language, path: string): string {
  const { words } = TABLES[language];
  const name = path.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part));
  if (name === undefined) return words['field'] ?? '';
  return words[`field.${name}`] ?? name.replace(/_fk$/, '').replaceAll('_', ' ');
}

function list(words: Table['words'], transitions: string): string {
  return transitions
    .split(', ')
    .map((each) => words[`transition.${each}`] ?? each)
    .join(', ');
}
