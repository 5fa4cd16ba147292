/**
 * `npm run gallery`: pictures of every screen and paper in each language, theme and width, side by side on one page. They
 * are of a separate business, or of a running Daftar (`--at`). `--readme` takes those of README.md.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchDatabase } from '../../bench/database.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import { chromiumPath } from '../../launcher/browser.ts';
import { ROOT } from '../../launcher/machine/root.ts';
import { everyScreen, type Screen, screensOfRouter } from '../../test/browser/every-screen.ts';
import { listsOf, type Place } from './api.ts';
import { openBusiness } from './business.ts';
import { hang } from './page.ts';
import { takePictures, type Wanted } from './pictures.ts';
import { takeReadmePictures } from './readme-pictures.ts';
import { launchChromium, openWindow } from './window.ts';

const THEMES = ['light', 'dark'];
const WIDTHS = '1440,1024,390';
const DAYS = '14';
const PICTURES = 'pictures';
/** Two further addresses of the specification for the page of a document. */
const OTHER_ADDRESS = /\/(upsert|view)\//;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export async function gallery(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      languages: { type: 'string', default: LANGUAGES.join(',') },
      themes: { type: 'string', default: THEMES.join(',') },
      widths: { type: 'string', default: WIDTHS },
      /** Screens whose address contains one of these. */
      only: { type: 'string', default: '/' },
      /** Days of trade of the business. */
      days: { type: 'string', default: DAYS },
      /** Address of a running Daftar, and the person who signs in. */
      at: { type: 'string' },
      email: { type: 'string', default: '' },
      password: { type: 'string', default: '' },
      out: { type: 'string', default: 'gallery' },
      /** The three pictures of README.md only, into the folder that it shows them from. */
      readme: { type: 'boolean', default: false },
    },
  });
  const widths = values.widths.split(',').map(Number);
  const languages = values.languages.split(',');
  const themes = values.themes.split(',');
  const isKnown =
    widths.every((width) => width >= 320 && width <= 4_000) &&
    languages.every((language) => LANGUAGES.some((known) => known === language)) &&
    themes.every((theme) => THEMES.includes(theme));
  if (!isKnown) {
    say(
      `--languages are of ${LANGUAGES.join(',')}, --themes of ${THEMES.join(',')}, --widths in pixels, such as ${WIDTHS}.`,
    );
    return 2;
  }
  if (chromiumPath() === undefined) {
    say('There is no Chromium: CHROMIUM_PATH names one.');
    return 1;
  }
  const out = resolve(values.out);
  const only = values.only.split(',');
  const wanted = { languages, themes, widths, out, only };
  const take = (place: Place) => (values.readme ? takeForReadme(place) : show(place, wanted));
  if (values.at) return take({ address: values.at, email: values.email, password: values.password });
  say(`Entering ${values.days} days of trade into a business of its own. This takes some minutes.`);
  const database = await benchDatabase();
  try {
    const business = await openBusiness(database.url, Number(values.days));
    return await take(business).finally(() => business.stop());
  } finally {
    await database.close();
  }
}

interface Shown extends Pick<Wanted, 'languages' | 'themes' | 'widths'> {
  readonly out: string;
  readonly only: readonly string[];
}

/** The exit code is 1 when a screen could not be shown. */
export async function show(place: Place, { out, only, ...looks }: Shown): Promise<number> {
  const browser = await launchChromium();
  try {
    const screens = (await screensOf(browser, place)).filter(({ address }) =>
      only.some((part) => address.includes(part)),
    );
    say(`${screens.length} screens`);
    const folder = join(out, PICTURES);
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    const taken = await takePictures(browser, place, { ...looks, screens, folder }, say);
    hang(taken, out, PICTURES);
    for (const problem of taken.problems) say(`Not shown: ${problem}`);
    say(`${taken.pictures.length} pictures: ${join(out, 'index.html')}`);
    return taken.problems.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

async function takeForReadme(place: Place): Promise<number> {
  const browser = await launchChromium();
  try {
    for (const path of await takeReadmePictures(browser, place, join(ROOT, 'docs', PICTURES))) say(path);
    return 0;
  } finally {
    await browser.close();
  }
}

async function screensOf(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  place: Place,
): Promise<readonly Screen[]> {
  const context = await openWindow(browser, place, { language: 'en', theme: 'light' });
  try {
    const page = await context.newPage();
    await page.goto(place.address);
    await page.locator('nav').first().waitFor();
    const { screens } = await everyScreen(await page.evaluate(screensOfRouter), await listsOf(place));
    return screens.filter(({ address }) => !OTHER_ADDRESS.test(address));
  } finally {
    await context.close();
  }
}

if (import.meta.main) process.exitCode = await gallery(process.argv.slice(2));
