/**
 * i18next with one JSON table per language and area (`languages/screens/ckb/sales.json`). The sign-in page needs
 * only `shell`; the rest of a language is loaded with the application. Its number, date and plural formatters
 * are never used: they call Intl, which has no Kurdish in browsers.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  adoptPreferences,
  directionOf,
  isLanguage,
  type Language,
  preferences,
  setPreferences,
} from './preferences.ts';

type Table = Record<string, unknown>;
type Load = () => Promise<Table>;

const tables: readonly { readonly language: string; readonly area: string; readonly load: Load }[] = Object.entries(
  import.meta.glob<Table>('../../../languages/screens/*/*.json', { import: 'default' }),
).map(([path, load]) => {
  const [, language = '', area = ''] = /([a-z]+)\/([a-z-]+)\.json$/.exec(path) ?? [];
  return { language, area, load };
});

/** Names of documents and reports, and most labels of fields, are the server's too: three areas in one file. */
const ofServer = import.meta.glob<Record<string, Table>>('../../../languages/names/screen-words-*.ts');

/** The server calls a label `field.brand_fk`. */
const withoutPrefix = (table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([key, text]) => [key.replace(/^field\./, ''), text]));

const SIGN_IN_AREAS = ['shell'];
/** Shown by the page of the till alone: the office does without them. */
const TILL_AREAS = ['device', 'selling'];
let isTill = false;

/** What stands on papers. */
const PAPER_AREAS = ['fields', 'paper', 'report'];

async function loadAreas(language: Language, only?: readonly string[]): Promise<void> {
  const wanted = tables.filter(
    ({ language: tongue, area }) =>
      tongue === language &&
      !i18next.hasResourceBundle(language, area) &&
      (only ? only.includes(area) : isTill || !TILL_AREAS.includes(area)),
  );
  const shared =
    only === SIGN_IN_AREAS ? undefined : ofServer[`../../../languages/names/screen-words-${language}.ts`]?.();
  const loaded = await Promise.all(wanted.map(async ({ area, load }) => ({ area, table: await load() })));
  for (const { area, table } of loaded) i18next.addResourceBundle(language, area, table);
  for (const [area, table] of Object.entries((await shared) ?? {})) {
    i18next.addResourceBundle(language, area, withoutPrefix(table));
  }
}

/** Prepares i18next with what the sign-in page needs. */
export async function startLanguage(): Promise<void> {
  const { language } = preferences();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: SIGN_IN_AREAS,
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    // `documents:sale.new` is recognised as a key on any screen; `new_sale` alone could be a text.
    appendNamespaceToMissingKey: true,
  });
  await loadAreas(language, SIGN_IN_AREAS);
}

/** Loads every area of the current language: called once a person is signed in. */
export async function loadWholeLanguage(): Promise<void> {
  await loadAreas(preferences().language);
}

/** Loads what papers say, in a language that the screen may not have. */
export async function loadPaperLanguage(language: Language): Promise<void> {
  await loadAreas(language, PAPER_AREAS);
}

/** All that the page of a till shows, at once. */
export async function startTillLanguage(): Promise<void> {
  isTill = true;
  await startLanguage();
  await loadWholeLanguage();
}

/** Somebody chooses a language on this device. */
export async function changeLanguage(language: Language, only?: 'sign-in'): Promise<void> {
  await loadAreas(language, only ? SIGN_IN_AREAS : undefined);
  setPreferences({ language });
  await i18next.changeLanguage(language);
}

/** A window with a language of its own, which nobody chooses for the device: the display that a customer sees. */
export async function changeLanguageHere(language: Language): Promise<void> {
  await loadAreas(language);
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  await i18next.changeLanguage(language);
}

/** Calls back when the language has become another; gives what ends it. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Follows the language of the profile, unless another one was chosen on this device. */
export async function adoptProfile(profile: {
  readonly lang: string | null;
  readonly theme: string | null;
}): Promise<void> {
  const { language } = adoptPreferences({
    ...(isLanguage(profile.lang) ? { language: profile.lang } : {}),
    ...(profile.theme === 'light' || profile.theme === 'dark' ? { theme: profile.theme } : {}),
  });
  if (language === i18next.language) return;
  await loadAreas(language, SIGN_IN_AREAS);
  await i18next.changeLanguage(language);
}

/** A sentence outside of React: notifications, document titles. */
export function say(key: string, params?: Record<string, string>): string {
  return params ? i18next.t(key, params) : i18next.t(key);
}

/** A text in a language of its own: on paper. */
export function sayIn(language: Language, key: string, params: Readonly<Record<string, string>> = {}): string {
  return i18next.t(key, { ...params, lng: language });
}

/** Whether the table of a language has the key. */
export function hasTextIn(language: Language, key: string): boolean {
  return i18next.exists(key, { lng: language });
}

export type Words = (key: string, params?: Record<string, string>) => string;

/** The texts of a language that the screen does not speak: a letter to somebody who reads another one. */
export async function textsIn(language: Language): Promise<Words> {
  await loadAreas(language);
  return (key, params) => sayIn(language, key, params);
}

/** True when the language tables have the key: labels of server fields may be unknown to them. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}
