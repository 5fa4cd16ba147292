/**
 * i18next with one JSON table per language and area (`languages/screens/ckb/sales.json`). The sign-in page needs
 * only `shell`; the rest of a language is loaded with the application. Its own formatters of numbers, dates and plurals
 * are never used: they call Intl, which has no Kurdish in browsers. Numbers in a text, and numbers among its values, which are
 * grouped, have the digits that the person prefers; `count` chooses the plural form (`./plural.ts`).
 */
import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defined } from '../../../domain/values/defined.ts';
import { PLURAL_FORMS, pluralForm } from '../../../domain/values/plural.ts';
import { type DigitShape, shapeTemplate } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import {
  adoptPreferences,
  directionOf,
  isLanguage,
  type Language,
  PREFERENCES_KEY,
  type Preferences,
  preferences,
  readChosen,
  setPreferences,
  USUAL_LANGUAGE,
} from './preferences.ts';

/** The texts of an area. */
export type Words = Record<string, unknown>;

/** Tables by language for the sign-in page and for the page of the till. */
const signInTables = tablesOf(
  import.meta.glob<Words>('../../../languages/screens/*/shell.json', { import: 'default' }),
);
const tillTables = tablesOf(
  import.meta.glob<Words>('../../../languages/screens/*/{device,selling}.json', { import: 'default' }),
);
/** Words that only papers and letters have, amounts in words among them. */
const paperTables = tablesOf(
  import.meta.glob<Words>('../../../languages/screens/*/{printed,letters}.json', { import: 'default' }),
);
/**
 * The rest of a language, in one file. Names of documents and reports, and most labels of fields, are shared with the
 * server.
 */
const officeWords = import.meta.glob<OfficeWords>('../../../languages/names/screen-words-*.ts');

interface OfficeWords extends Readonly<Record<'labels' | 'documents' | 'names', Words>> {
  readonly areas: Readonly<Record<string, Words>>;
}

interface LazyTable {
  readonly language: string;
  readonly area: string;
  readonly load: () => Promise<Words>;
}

function tablesOf(files: Readonly<Record<string, () => Promise<Words>>>): readonly LazyTable[] {
  return Object.entries(files).map(([path, load]) => ({ language: folderOf(path), area: areaOf(path), load }));
}

function areaOf(path: string): string {
  return /([a-z-]+)\.json$/.exec(path)?.[1] ?? '';
}

function folderOf(path: string): string {
  return /([a-z]+)\/[a-z-]+\.json$/.exec(path)?.[1] ?? '';
}

/** The server's key of a label is `field.brand_fk`. */
const withoutPrefix = (table: Words): Words =>
  Object.fromEntries(Object.entries(table).map(([key, text]) => [key.replace(/^field\./, ''), text]));

let isTill = false;

async function loadTables(tables: readonly LazyTable[], language: Language): Promise<void> {
  const wanted = tables.filter((one) => one.language === language && !i18next.hasResourceBundle(language, one.area));
  await Promise.all(wanted.map(async ({ area, load }) => i18next.addResourceBundle(language, area, await load())));
}

async function loadOfficeWords(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'labels')) return;
  const { areas, labels, documents, names } = await defined(
    officeWords[`../../../languages/names/screen-words-${language}.ts`],
  )();
  for (const [path, table] of Object.entries(areas)) i18next.addResourceBundle(language, areaOf(path), table);
  for (const [area, table] of Object.entries({ labels, documents, names })) {
    i18next.addResourceBundle(language, area, withoutPrefix(table));
  }
}

/** Tables that came with their screens; they follow a change of the language. */
const ofScreens: LazyTable[] = [];

/** Loads words that no other screens have, from one file for each language and area. */
export async function loadWordsOfScreens(
  files: Readonly<Record<string, () => Promise<Words>>>,
  wanted: string,
): Promise<void> {
  const tables = tablesOf(files).filter(({ area }) => area === wanted);
  if (!ofScreens.some(({ area }) => area === wanted)) ofScreens.push(...tables);
  await loadTables(tables, preferences().language);
}

/** All tables of this page: of the till, or of the office. */
async function loadEverything(language: Language): Promise<void> {
  await Promise.all([
    loadTables([...signInTables, ...ofScreens], language),
    loadOfficeWords(language),
    // A receipt is printed without a network.
    ...(isTill ? [loadTables([...tillTables, ...paperTables], language)] : []),
  ]);
}

/** The tables of a language that this page has of its present one: those of the sign-in page, or all. A till has all. */
async function loadAsMuch(language: Language): Promise<void> {
  const isWhole = isTill || i18next.hasResourceBundle(i18next.language, 'labels');
  await (isWhole ? loadEverything(language) : loadTables(signInTables, language));
}

/** Initialises i18next with the tables of the sign-in page. */
export async function startLanguage(): Promise<void> {
  const { language } = preferences();
  await i18next
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['shell'],
      defaultNS: 'shell',
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
      returnNull: false,
      // `documents:sale.new` is recognised as a key on any screen; `new_sale` alone could be a text.
      appendNamespaceToMissingKey: true,
    });
  i18next.services.pluralResolver.getRule = pluralRule;
  const { interpolator } = i18next.services;
  const interpolate = interpolator.interpolate.bind(interpolator);
  interpolator.interpolate = (text: string, ...rest) => interpolate(shapeTemplate(text, preferences().digits), ...rest);
  await loadTables(signInTables, language);
  globalThis.addEventListener?.('storage', (event) => void takeOver(event), { signal: separated.signal });
}

/** Aborted in a window with a language of its own. */
const separated = new AbortController();

/** Takes over what the person has chosen in another window. */
async function takeOver({ key }: StorageEvent): Promise<void> {
  if (key !== PREFERENCES_KEY) return;
  const before = preferences();
  const { language: chosen = before.language } = readChosen();
  await loadAsMuch(chosen);
  const { language, digits } = adoptPreferences();
  if (language !== before.language || digits !== before.digits) await i18next.changeLanguage(language);
}

const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: shown,
};

/** Only numbers are formatted; texts are shown unchanged. */
function shown(value: unknown): string {
  return typeof value === 'number'
    ? formatDecimal(String(value), { digits: preferences().digits })
    : String(value ?? '');
}

/** The plural rules of this project with the interface of `Intl.PluralRules`. */
function pluralRule(code: string) {
  const language = isLanguage(code) ? code : 'en';
  return {
    select: (count: number) => pluralForm(language, BigInt(Math.trunc(Math.abs(count)))),
    resolvedOptions: () => ({ pluralCategories: [...PLURAL_FORMS[language]] }),
  };
}

/** Stores the chosen shape of digits on this device, and renders all texts with numbers again. */
export async function changeDigits(digits: DigitShape): Promise<void> {
  setPreferences({ digits });
  await i18next.changeLanguage(i18next.language);
}

/** Loads every area of the current language: called once a person is signed in. */
export async function loadWholeLanguage(): Promise<void> {
  await loadEverything(preferences().language);
}

/** Loads the texts of selling at a till, among them those of its keys, for the office. */
export async function loadTillWords(): Promise<void> {
  await loadTables(
    tillTables.filter(({ area }) => area === 'selling'),
    preferences().language,
  );
}

/** Loads the texts of papers in another language than the screen's. */
export async function loadPaperLanguage(language: Language): Promise<void> {
  await Promise.all([loadOfficeWords(language), loadTables([...paperTables, ...ofScreens], language)]);
}

/** Loads all texts of the till's page. */
export async function startTillLanguage(): Promise<void> {
  isTill = true;
  await startLanguage();
  await loadWholeLanguage();
}

/** Changes and stores the language of this device. */
export async function changeLanguage(language: Language, only?: 'sign-in'): Promise<void> {
  await (only ? loadTables(signInTables, language) : loadEverything(language));
  setPreferences({ language });
  await i18next.changeLanguage(language);
}

/** Changes the language of this window only, for the customer display. */
export async function changeLanguageHere(language: Language): Promise<void> {
  separated.abort();
  await loadEverything(language);
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  await i18next.changeLanguage(language);
}

/** Calls back after each change of the language; returns a function that stops it. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/**
 * Applies the language of the profile, unless another one was chosen on this device. A person without a language has that
 * of the device, whoever worked here before.
 */
export async function adoptProfile(profile: {
  readonly lang: string | null;
  readonly theme: string | null;
}): Promise<void> {
  const own: Partial<Preferences> = {
    language: isLanguage(profile.lang) ? profile.lang : USUAL_LANGUAGE,
    ...(profile.theme === 'light' || profile.theme === 'dark' ? { theme: profile.theme } : {}),
  };
  // The texts are loaded first, so that no screen is shown without them.
  await loadAsMuch({ ...preferences(), ...own, ...readChosen() }.language);
  const { language } = adoptPreferences(own);
  if (language !== i18next.language) await i18next.changeLanguage(language);
}

/** Values for the placeholders of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** A sentence outside of React: notifications, document titles. */
export function say(key: string, params?: Values): string {
  return params ? i18next.t(key, params) : i18next.t(key);
}

/** A text in another language than the screen's, for papers. */
export function sayIn(language: Language, key: string, params: Values = {}): string {
  return i18next.t(key, { ...params, lng: language });
}

/** Whether the table of a language has the key. */
export function hasTextIn(language: Language, key: string): boolean {
  return i18next.exists(key, { lng: language });
}

/** True when the language tables have the key: they may lack labels of new server fields. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}
