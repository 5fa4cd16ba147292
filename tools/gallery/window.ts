/** Windows of a running Daftar, signed in. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../launcher/browser.ts';
import type { Place } from './api.ts';

export interface Look {
  readonly language: string;
  readonly theme: string;
}

/** A screen that is not shown within this time is reported; pictures of the others are taken. */
const WAIT_MS = 20_000;

export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  const args = ['--no-sandbox', '--disable-gpu'];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
}

/** A window in which a person is signed in. */
export async function openWindow(
  browser: Browser,
  { address, email, password }: Place,
  look: Look,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(
    (kept) => {
      localStorage.setItem('daftar.preferences', JSON.stringify(kept));
      localStorage.setItem('daftar.signed_in', 'yes');
    },
    { language: look.language, theme: look.theme },
  );
  const entered = await context.request.post(`${address}/api/auth/login`, {
    data: { email, password },
    headers: { 'x-requested-with': 'daftar' },
  });
  if (!entered.ok()) throw new Error(`signing in: ${entered.status()} ${await entered.text()}`);
  return context;
}

/** Opens another screen of the loaded application, as its links do. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(() => {
    const { state } = Reflect.get(globalThis, '__TSR_ROUTER__');
    return state.resolvedLocation?.href === location.pathname + location.search;
  });
}

/** Waits until nothing is shown as loading, the fonts are loaded, and two consecutive reads of the page are equal. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const isLoading = document.querySelector('.skeleton, [aria-busy=true]') !== null;
    const charts = [...document.querySelectorAll('main figure > [aria-hidden][dir]')];
    return !isLoading && charts.every((chart) => chart.querySelector('svg') !== null);
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
