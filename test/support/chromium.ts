/** One Chromium for each worker: its test files share it, each with its own windows. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../launcher/browser.ts';
import { LIMIT_MS } from './limits.ts';
import { note, timed } from './profile.ts';

const CHROMIUM = chromiumPath();
/** `npm test` reports the tests that it skipped without Chromium. */
export const hasChromium = CHROMIUM !== undefined;

export type Language = 'en' | 'ar' | 'ckb';
export type Theme = 'light' | 'dark';
export interface Preferences {
  readonly language?: Language;
  readonly theme?: Theme;
}
/** A device without a mouse and a keyboard, and the size of its screen. */
export interface Tablet {
  readonly width: number;
  readonly height: number;
}

const VIEWPORT = { width: 1440, height: 900 };

let launched: Promise<Browser> | undefined;

/** Launched at the first call; it ends with the worker's process. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= timed('browsers started', () =>
    chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox', '--disable-gpu'] }),
  );
  return launched;
}

/** Closes every window, so that the next file of this worker begins without any. */
export async function closeWindows(): Promise<void> {
  const browser = await launched;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/**
 * A window with the preferences of a device, as the application stores them, and a person's typing pace. `stored` is
 * further stored data of the device.
 */
export async function newWindow(
  preferences: Preferences = {},
  stored: Readonly<Record<string, string>> = {},
  tablet?: Tablet,
): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const touched = tablet && { hasTouch: true, isMobile: true };
  const context = await browser.newContext({ viewport: tablet ?? VIEWPORT, reducedMotion: 'reduce', ...touched });
  context.on('page', countLoads);
  context.setDefaultTimeout(LIMIT_MS);
  context.setDefaultNavigationTimeout(LIMIT_MS);
  const entries = Object.entries({ ...stored, 'daftar.preferences': JSON.stringify(preferences) });
  await context.addInitScript((kept) => {
    if (localStorage.getItem('daftar.preferences')) return;
    for (const [key, value] of kept) localStorage.setItem(key, value);
  }, entries);
  await context.addInitScript(paceKeys, PERSON_PAUSE_MS);
  return context;
}

function countLoads(page: Page): void {
  let begunMs = performance.now();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) begunMs = performance.now();
  });
  page.on('load', () => note('pages loaded', performance.now() - begunMs));
}

/** A person, unlike a scanner, needs longer than this for a key. */
const PERSON_PAUSE_MS = 120;
const SCANNER_PAUSE_MS = 8;

/**
 * Runs in the page: sets the time between keys, so that the test and not the machine's load determines whether they
 * count as a scan.
 */
function paceKeys(pauseMs: number): void {
  const stamps = new WeakMap<Event, number>();
  const paced = window as unknown as { keyPauseMs: number };
  paced.keyPauseMs = pauseMs;
  let lastMs = 0;
  Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
    get(this: KeyboardEvent) {
      const known = stamps.get(this);
      if (known !== undefined) return known;
      lastMs += paced.keyPauseMs;
      stamps.set(this, lastMs);
      return lastMs;
    },
  });
}

/** Types like a barcode scanner: the code and Enter, with hardly a pause. */
export async function scan(page: Page, code: string): Promise<void> {
  const pace = (pauseMs: number) =>
    page.evaluate((ms) => {
      (window as unknown as { keyPauseMs: number }).keyPauseMs = ms;
    }, pauseMs);
  await pace(SCANNER_PAUSE_MS);
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await pace(PERSON_PAUSE_MS);
}
