/**
 * What a person prefers on this device: language, theme, density, digits. Kept in local storage so that the
 * first paint is right, and applied to the root element, where style sheets and screen readers find it.
 */
import { useSyncExternalStore } from 'react';
import type { DigitShape } from '../typing/digits.ts';

export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'light' | 'dark';
export type Density = 'compact' | 'comfortable';

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  readonly density: Density;
  readonly digits: DigitShape;
}

const KEY = 'daftar.preferences';
const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
  const usual: Preferences = { language: 'en', theme: dark ? 'dark' : 'light', density: 'compact', digits: 'latin' };
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return { ...usual, ...kept, language: isLanguage(kept.language) ? kept.language : usual.language };
  } catch {
    return usual;
  }
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl';
}

export function preferences(): Preferences {
  return current;
}

/** Changes preferences of this device; languages go through `changeLanguage`, which loads their table first. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  globalThis.localStorage?.setItem(KEY, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

export function applyPreferences(): void {
  const root = document.documentElement;
  root.lang = current.language;
  root.dir = directionOf(current.language);
  root.dataset.theme = current.theme;
  root.dataset.density = current.density;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
