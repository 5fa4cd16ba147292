/**
 * A person's preferences: language, theme, density, digits. Choices on this device are in local storage, so that the
 * first paint is correct; others come from the server's profile. Applied to the root element, for style sheets and
 * screen readers.
 */

import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from '../../../domain/values/language.ts';
import { isOneOf } from '../../../domain/values/members.ts';
import type { DigitShape } from '../typing/digits.ts';

export { LANGUAGES, type Language };

export type Theme = 'light' | 'dark';
export type Density = 'compact' | 'comfortable';

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  readonly density: Density;
  readonly digits: DigitShape;
  /** True mutes the sound for new online orders; undefined without a choice. */
  readonly quietOrders?: boolean;
}

export const PREFERENCES_KEY = 'daftar.preferences';
/** The language of a device on which none was chosen. */
export const USUAL_LANGUAGE: Language = 'en';
const listeners = new Set<() => void>();
let chosen = readChosen();
let current: Preferences = { ...usual(), ...chosen };

function usual(): Preferences {
  const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
  return { language: USUAL_LANGUAGE, theme: dark ? 'dark' : 'light', density: 'compact', digits: 'latin' };
}

/** Choices on this device, of every window. */
export function readChosen(): Partial<Preferences> {
  try {
    const text = globalThis.localStorage?.getItem(PREFERENCES_KEY) ?? '{}';
    const { language, ...kept }: Partial<Preferences> = JSON.parse(text);
    return isLanguage(language) ? { ...kept, language } : kept;
  } catch {
    // Invalid or missing storage: default preferences.
    return {};
  }
}

export function isLanguage(value: unknown): value is Language {
  return isOneOf(LANGUAGES, value);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl';
}

export function preferences(): Preferences {
  return current;
}

/** Stores a choice on this device; `changeLanguage` changes languages, because it loads their table first. */
export function setPreferences(change: Partial<Preferences>): void {
  chosen = { ...chosen, ...readChosen(), ...change };
  globalThis.localStorage?.setItem(PREFERENCES_KEY, JSON.stringify(chosen));
  setState({ ...current, ...change });
}

/** Applies the choices on this device, and the profile's values without one. Returns the changed preferences. */
export function adoptPreferences(profile: Partial<Preferences> = {}): Preferences {
  chosen = { ...chosen, ...readChosen() };
  setState({ ...current, ...profile, ...chosen });
  return current;
}

function setState(next: Preferences): void {
  current = next;
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
