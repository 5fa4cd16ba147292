/** Turns message keys into sentences in the reader's language. */
import { grouped } from '../domain/schemas/bounds.ts';
import type { Language } from '../domain/values/language.ts';
import { PLURAL_FORMS, pluralForm } from '../domain/values/plural.ts';
import { isolateLtr, isolateText } from './isolate.ts';
import type { Words } from './language.ts';
import { ar } from './messages/ar.ts';
import { ckb } from './messages/ckb.ts';
import { en } from './messages/en.ts';
import { kindLabels } from './names/document-words.ts';
import { parameterKind } from './parameters.ts';
import { actionWord, permissionWords } from './permissions/permission-words.ts';
import { columnsAr } from './words/columns-ar.ts';
import { columnsCkb } from './words/columns-ckb.ts';
import { columnsEn } from './words/columns-en.ts';
import { labelsAr } from './words/labels-ar.ts';
import { labelsCkb } from './words/labels-ckb.ts';
import { labelsEn } from './words/labels-en.ts';
import { optionsAr } from './words/options-ar.ts';
import { optionsCkb } from './words/options-ckb.ts';
import { optionsEn } from './words/options-en.ts';
import { paperOptionsAr } from './words/paper-options-ar.ts';
import { paperOptionsCkb } from './words/paper-options-ckb.ts';
import { paperOptionsEn } from './words/paper-options-en.ts';
import { wordsAr } from './words/words-ar.ts';
import { wordsCkb } from './words/words-ckb.ts';
import { wordsEn } from './words/words-en.ts';

type Params = Readonly<Record<string, string>>;

interface Table {
  readonly messages: Words;
  /** Words by `status.`, `transition.`, `field.` and `option.` followed by a name. */
  readonly words: Words;
  /** Separator of lists. */
  readonly comma: string;
}

const TABLES: Readonly<Record<Language, Table>> = {
  en: {
    messages: en,
    words: {
      ...kindLabels('en'),
      ...columnsEn,
      ...labelsEn,
      ...optionsEn,
      ...paperOptionsEn,
      ...wordsEn,
    },
    comma: ', ',
  },
  ar: {
    messages: ar,
    words: {
      ...kindLabels('ar'),
      ...columnsAr,
      ...labelsAr,
      ...optionsAr,
      ...paperOptionsAr,
      ...wordsAr,
    },
    comma: '، ',
  },
  ckb: {
    messages: ckb,
    words: {
      ...kindLabels('ckb'),
      ...columnsCkb,
      ...labelsCkb,
      ...optionsCkb,
      ...paperOptionsCkb,
      ...wordsCkb,
    },
    comma: '، ',
  },
};

/** Largest number of permissions named in a sentence. */
const PERMISSIONS_MAX = 3;
/** Largest number of values of an enumeration. */
const OPTIONS_MAX = 12;
/** Largest number of characters shown of an unknown field name. */
const TYPED_NAME_MAX = 40;

/**
 * The sentence of a key, with its placeholders filled from `params` by their kinds (`parameters.ts`); a general error
 * message for an unknown key. `field` is the path of the field (`lines.3.quantity`), which `{field}` shows by its
 * label.
 */
export function say(language: Language, key: string, params: Params = {}, field = ''): string {
  const { messages } = TABLES[language];
  const sentence = (Object.hasOwn(messages, key) ? messages[key] : messages['internal_error']) ?? '';
  return inItsForm(language, numbersIsolated(language, sentence), params).replace(/\{(\w+)\}/g, (_, name: string) =>
    filled(language, key, name, params, field),
  );
}

/** The numbers of the sentence itself are isolated as the filled ones are. */
const numbersIsolated = (language: Language, sentence: string): string =>
  language === 'en' ? sentence : sentence.replace(/(?<![A-Za-z\d-])\d+(?:\.\d+)?/g, (found) => isolateLtr(found));

/** `[{days} day|{days} days]`: the plural form for the number, in the order of the forms of the language. */
function inItsForm(language: Language, sentence: string, params: Params): string {
  return sentence.replace(/\[([^\]|]*(?:\|[^\]|]*)+)\]/g, (_, forms: string) => {
    const all = forms.split('|');
    const counted = /\{(\w+)\}/.exec(forms)?.[1] ?? '';
    const count = params[counted] ?? '';
    const form = /^\d+$/.test(count) ? pluralForm(language, BigInt(count)) : 'other';
    return all[PLURAL_FORMS[language].indexOf(form)] ?? '';
  });
}

function filled(language: Language, key: string, name: string, params: Params, field: string): string {
  const value = params[`${name}_${language}`] ?? params[name] ?? '';
  switch (parameterKind(key, name)) {
    case 'field':
      return value === '' ? fieldName(language, key, field) : text(language, value);
    case 'parameter':
      return language === 'en' ? value : fieldLabel(language, value);
    case 'status':
      return word(language, `status.${value}`, value);
    case 'transitions':
      return list(language, value, (value) => word(language, `transition.${value}`, value));
    case 'options':
      return options(language, field, value);
    case 'permissions':
      return permissions(language, value, Number(params['permission_count'] ?? '0'));
    case 'document':
      return documentName(language, value);
    case 'kind':
      return fieldLabel(language, `${value}_fk`);
    case 'measure':
      return measure(language, value);
    case 'rows':
      return number(language, value.replaceAll(', ', TABLES[language].comma));
    default:
      return text(language, value);
  }
}

/** `total` for `filter[total]`; otherwise the last name in a path. */
function nameOf(path: string): string | undefined {
  const filter = /^filter\[(\w+)\]$/.exec(path)?.[1];
  return filter ?? path.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part));
}

/**
 * The label of a field, by the last name in its path. A field without a label is shown by the words of its name in
 * English; in other languages as a value.
 */
export function fieldLabel(language: Language, path: string): string {
  const { words } = TABLES[language];
  const name = nameOf(path);
  const label = name === undefined ? words['field'] : labelOf(words, name);
  if (label !== undefined) return label;
  if (language !== 'en') return words['field'] ?? '';
  return (name ?? '').replace(/_fk$/, '').replaceAll('_', ' ').trim();
}

/** Identifiers of records (`brand_id`) share one label. */
const labelOf = (words: Words, name: string): string | undefined =>
  words[`field.${name}`] ?? (name.endsWith('_id') ? words['field.id'] : undefined);

/** An unknown field of a request is shown as it was sent. */
function fieldName(language: Language, key: string, field: string): string {
  const name = nameOf(field);
  if (key !== 'unknown_field' || name === undefined || isLabelled(field)) return fieldLabel(language, field);
  return text(language, name.length > TYPED_NAME_MAX ? `${name.slice(0, TYPED_NAME_MAX)}…` : name);
}

/** True when the tables have a label for the field. */
export const isLabelled = (path: string): boolean => labelOf(TABLES.en.words, nameOf(path) ?? '') !== undefined;

/**
 * The word for a value of an enumeration: of the field, of all fields, or of the status, transition, field or kind with
 * that name.
 */
export function optionLabel(language: Language, field: string, value: string): string {
  const { words } = TABLES[language];
  const own = words[`option.${nameOf(field)}.${value}`] ?? words[`option.${value}`];
  const label = own ?? words[`status.${value}`] ?? words[`transition.${value}`] ?? labelOf(words, value);
  return label ?? words[`field.${value}_fk`] ?? measure(language, value);
}

function permissions(language: Language, value: string, count: number): string {
  const all = value.split(/##|, /).filter((part) => part !== '');
  const names = all.slice(0, PERMISSIONS_MAX).map((name) => permissionName(language, name));
  return andMore(language, names, Math.max(all.length, count));
}

function options(language: Language, field: string, value: string): string {
  const all = value.split(', ');
  const named = all.length > OPTIONS_MAX + 1 ? all.slice(0, OPTIONS_MAX) : all;
  return andMore(
    language,
    named.map((name) => optionLabel(language, field, name)),
    all.length,
  );
}

/** The given names, and the number of further ones out of `count`. */
function andMore(language: Language, names: readonly string[], count: number): string {
  const { messages, comma } = TABLES[language];
  const reported = names.join(comma);
  if (count <= names.length) return reported;
  const more = number(language, String(count - names.length));
  return (messages['and_more'] ?? '').replace('{names}', () => reported).replace('{count}', () => more);
}

/** “Users – See the list”; an unknown permission unchanged. */
export function permissionName(language: Language, permission: string): string {
  const words = permissionWords(language);
  const [, resource = '', action = ''] = /^(.*)\/([^/]*)$/.exec(permission) ?? [];
  const of = words[`resource.${resource}`];
  const logged = /^(\w+)_log$/.exec(action)?.[1];
  const does = actionWord(words, resource, action) ?? TABLES[language].words[`field.${logged}_fk`];
  return of === undefined || does === undefined ? text(language, permission) : `${of} – ${does}`;
}

/** The document's number; without one its kind and the number of its stream. */
function documentName(language: Language, value: string): string {
  const [, kind, id] = /^([a-z_]+)-(\d{1,10})$/.exec(value) ?? [];
  if (kind === undefined || id === undefined) return text(language, value);
  return `${fieldLabel(language, `${kind}_fk`)} ${number(language, id)}`;
}

/** A number with digit groups, before its currency code; a day, and a time of it, as on all screens. */
function measure(language: Language, value: string): string {
  const [, year, month, day, time = ''] = /^(\d{4})-(\d\d)-(\d\d)( \d\d:\d\d(?::\d\d)?)?$/.exec(value) ?? [];
  if (year) return number(language, `${day}/${month}/${year}${time}`);
  const [, decimal, code] = /^(-?\d+(?:\.\d+)?)(?: (\S{1,8}))?$/.exec(value) ?? [];
  if (decimal === undefined) return /^[\d.,]+$/.test(value) ? number(language, value) : text(language, value);
  return number(language, code === undefined ? grouped(decimal) : `${grouped(decimal)} ${code}`);
}

const number = (language: Language, shown: string): string => (language === 'en' ? shown : isolateLtr(shown));

/** A text in the script of its sentence needs no isolation. */
function text(language: Language, value: string): string {
  const isOfSentence =
    language === 'en' ? !/[\u0590-\u08ff\ufb1d-\ufefc]/.test(value) : /^[\p{Script=Arabic}\s]*$/u.test(value);
  return isOfSentence ? value : isolateText(value);
}

const word = (language: Language, name: string, value: string): string =>
  TABLES[language].words[name] ?? text(language, value);

const list = (language: Language, values: string, reported: (value: string) => string): string =>
  values.split(', ').map(reported).join(TABLES[language].comma);
