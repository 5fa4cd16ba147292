/** The pictures of README.md: the dashboard, a sale in Kurdish, and the trial balance in a dark window. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { mustHold } from '../../bench/measure.ts';
import { listsOf, type Place } from './api.ts';
import { goTo, type Look, openWindow, settled } from './window.ts';

/** Pictures of the README are in the repository, so they are small. */
const KB_MAX = 150;
const SIZE = { width: 1280, height: 800 };

interface ReadmePicture extends Look {
  readonly file: string;
  /** Reads what it needs from a list of the business. */
  readonly addressIn: (place: Place) => Promise<string> | string;
  /** What is on the screen when it is loaded. */
  readonly shows: string;
}

const PICTURES: readonly ReadmePicture[] = [
  {
    file: 'dashboard.jpg',
    language: 'en',
    theme: 'light',
    addressIn: () => '/dashboard',
    shows: 'main figure',
  },
  { file: 'sale.jpg', language: 'ckb', theme: 'light', addressIn: newestSale, shows: 'main h1' },
  {
    file: 'trial-balance.jpg',
    language: 'en',
    theme: 'dark',
    addressIn: () => '/reports/financial-reports/trial-balance',
    shows: 'main [role=row], main tr',
  },
];

async function newestSale(place: Place): Promise<string> {
  const [sale] = await (await listsOf(place))('sales');
  mustHold(sale !== undefined, 'the business has no sale to show');
  return `/sales/sales/${String(sale['id'])}`;
}

/** Writes the pictures into the folder and returns their paths. Throws WrongResult for a picture that is too large. */
export async function takeReadmePictures(browser: Browser, place: Place, folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (const { file, addressIn, shows, ...look } of PICTURES) {
    const context = await openWindow(browser, place, look);
    // Hides the list of set-up steps, as in a business that is set up.
    await context.addInitScript(() => localStorage.setItem('daftar.onboarding_put_away.1', 'yes'));
    const page = await context.newPage();
    await page.setViewportSize(SIZE);
    await page.goto(`${place.address}/`);
    await page.locator('nav').first().waitFor();
    await goTo(page, await addressIn(place));
    await page.locator(shows).first().waitFor();
    await settled(page);
    const path = join(folder, file);
    await page.screenshot({ path, type: 'jpeg', quality: 70 });
    mustHold(statSync(path).size <= KB_MAX * 1_024, `${file} has more than ${KB_MAX} kB`);
    paths.push(path);
    await context.close();
  }
  return paths;
}
