/** Two windows of a browser have the same choices of the person. */
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
const KEY = 'daftar.preferences';
const listeners: ((event: { readonly key: string }) => void)[] = [];
const stored = (): unknown => JSON.parse(kept.get(KEY) ?? '{}');

beforeEach(() => {
  kept.clear();
  listeners.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { readonly key: string }) => void) =>
    listeners.push(listener),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  // Other files of this process speak English, and load the modules of a window anew.
  if (i18next.isInitialized) await i18next.changeLanguage('en');
  vi.resetModules();
});

/** Modules of one window. */
async function openWindow() {
  vi.resetModules();
  const preferences = await import('../../web/shared/language/preferences.ts');
  const language = await import('../../web/shared/language/language.ts');
  return { ...preferences, ...language };
}

it('a choice in one window keeps those of the other', async () => {
  const first = await openWindow();
  const second = await openWindow();
  first.setPreferences({ quietOrders: true });
  second.setPreferences({ theme: 'dark' });
  expect(stored()).toEqual({ quietOrders: true, theme: 'dark' });
});

it('a window takes over what was chosen in another one', async () => {
  const first = await openWindow();
  const second = await openWindow();
  await second.startLanguage();
  expect(second.preferences()).toMatchObject({ language: 'en', digits: 'latin' });
  first.setPreferences({ language: 'ckb', theme: 'dark', digits: 'arabic', quietOrders: true });
  for (const listener of listeners) listener({ key: KEY });
  await expect.poll(() => i18next.language).toBe('ckb');
  expect(second.preferences()).toMatchObject({
    ...{ language: 'ckb', theme: 'dark', digits: 'arabic', quietOrders: true },
  });
  expect(second.say('sign_in.title')).not.toBe('sign_in.title');
});

it('a language of the profile that comes while the office is open has the texts of every screen', async () => {
  const office = await openWindow();
  await office.startLanguage();
  await office.loadWholeLanguage();
  await office.adoptProfile({ lang: 'ckb', theme: null });
  expect([i18next.language, office.preferences().language]).toEqual(['ckb', 'ckb']);
  for (const key of ['sign_in.title', 'table:search', 'labels:brand_fk']) expect(office.hasText(key), key).toBe(true);
});

it('a language of the profile does not replace the one chosen on this device', async () => {
  const office = await openWindow();
  office.setPreferences({ language: 'ar' });
  await office.startLanguage();
  await office.adoptProfile({ lang: 'ckb', theme: 'dark' });
  expect(i18next.language).toBe('ar');
  expect(office.preferences()).toMatchObject({ language: 'ar', theme: 'dark' });
});

it('a till has all its texts in the language of each cashier, and speaks as the device where a cashier has none', async () => {
  const till = await openWindow();
  await till.startTillLanguage();
  for (const lang of ['ar', 'ckb', 'en', 'ckb', null] as const) {
    await till.adoptProfile({ lang, theme: null });
    expect([i18next.language, till.preferences().language]).toEqual([lang ?? 'en', lang ?? 'en']);
    for (const key of [
      'sign_in.title',
      'selling:total',
      'device:all_sent',
      'paper:copy',
      'table:search',
      'labels:brand_fk',
    ])
      expect(till.hasText(key), `${lang} ${key}`).toBe(true);
  }
});

it('a till has all its texts when another window chooses a language', async () => {
  const till = await openWindow();
  await till.startTillLanguage();
  const other = await openWindow();
  other.setPreferences({ language: 'ar' });
  for (const listener of listeners) listener({ key: KEY });
  await expect.poll(() => i18next.language).toBe('ar');
  for (const key of ['selling:total', 'device:all_sent']) expect(till.hasText(key), key).toBe(true);
});
