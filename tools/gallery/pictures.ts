/** Pictures of screens at several widths, and of their papers, each language and theme in a separate window. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Screen } from '../../test/browser/every-screen.ts';
import type { Place } from './api.ts';
import { goTo, type Look, openWindow, settled } from './window.ts';

export interface Wanted {
  readonly screens: readonly Screen[];
  readonly languages: readonly string[];
  readonly themes: readonly string[];
  /** Pixels. */
  readonly widths: readonly number[];
  /** The folder of the pictures. */
  readonly folder: string;
}

export interface Picture extends Look {
  readonly address: string;
  readonly file: string;
  /** Width of a screen in pixels; undefined for a paper. */
  readonly width?: number;
}

export interface Taken {
  readonly pictures: readonly Picture[];
  /** Screens that could not be shown, each with the reason. */
  readonly problems: readonly string[];
}

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 1024: 768 };
const HEIGHT = 900;
/** A picture of a long paper is cut at this height, in pixels. */
const PAPER_HEIGHT_MAX = 1_100;
/** Pixels of the menu and the edges beside a sheet. */
const BESIDE_PAPER = 300;
/** About the width of a sheet, in pixels. */
const PAPER_WIDTH = 900;

export async function takePictures(
  browser: Browser,
  at: Place,
  wanted: Wanted,
  say: (line: string) => void,
): Promise<Taken> {
  mkdirSync(wanted.folder, { recursive: true });
  const pictures: Picture[] = [];
  const problems: string[] = [];
  const looks = wanted.languages.flatMap((language) => wanted.themes.map((theme) => ({ language, theme })));
  for (const look of looks) {
    const context = await openWindow(browser, at, look);
    const page = await context.newPage();
    await page.goto(`${at.address}/`);
    await page.locator('nav').first().waitFor();
    for (const screen of wanted.screens) {
      const place = `${screen.address} ${look.language} ${look.theme}`;
      try {
        for await (const picture of picturesOf(page, screen, look, wanted)) pictures.push(picture);
      } catch (error) {
        problems.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await context.close();
    say(`${look.language} ${look.theme}: ${pictures.length} pictures so far`);
  }
  return { pictures, problems };
}

/** Takes papers in the first theme only, because they are black on white in every theme. */
async function* picturesOf(page: Page, { address }: Screen, look: Look, wanted: Wanted): AsyncGenerator<Picture> {
  const name = `${address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}-${look.language}-${look.theme}`;
  await goTo(page, address);
  for (const width of wanted.widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? HEIGHT });
    await settled(page);
    const file = `${name}-${width}.jpg`;
    await page.screenshot({ path: join(wanted.folder, file), type: 'jpeg', quality: 80 });
    yield { ...look, address, file, width };
  }
  if (look.theme !== wanted.themes[0]) return;
  await page.setViewportSize({ width: PAPER_WIDTH, height: HEIGHT });
  const file = `${name}-paper.jpg`;
  try {
    if (await takePaper(page, join(wanted.folder, file))) yield { ...look, address, file };
  } finally {
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  }
}

/** False for a screen without a paper. */
async function takePaper(page: Page, path: string): Promise<boolean> {
  const isPreview = (await page.locator('main .paper-preview').count()) > 0;
  const place = isPreview ? 'main .paper' : await layPaper(page);
  if (place === undefined) return false;
  // A sheet is outside of the application, and visible in print only.
  if (!isPreview) await page.emulateMedia({ media: 'print' });
  const paper = page.locator(place).first();
  await paper.waitFor();
  const box = await paper.boundingBox();
  if (box) {
    // The whole sheet: one that is wider than its page continues beyond the left edge in a right-to-left language.
    const size = { width: Math.ceil(box.width) + BESIDE_PAPER, height: PAPER_HEIGHT_MAX };
    await page.setViewportSize(size);
    // A sheet is as wide as the window, so it grew with it.
    const at = (await paper.boundingBox()) ?? box;
    const [x, y] = [Math.max(0, at.x), Math.max(0, at.y)];
    const clip = { x, y, width: Math.min(at.width, size.width - x) };
    const height = Math.min(at.height, size.height - y);
    await page.screenshot({ path, type: 'jpeg', quality: 85, clip: { ...clip, height } });
  }
  return box !== null;
}

/**
 * Presses the button that prints, and returns where the paper is: a list or a report has a sheet of its own. Documents
 * have a separate page for printing.
 */
async function layPaper(page: Page): Promise<string | undefined> {
  const button = page.locator('main button:has(svg.lucide-printer):enabled').first();
  const isDocument = (await page.locator('main [role=tablist]').count()) > 0;
  if (isDocument || (await button.count()) === 0) return undefined;
  await page.evaluate(() => {
    delete document.body.dataset['printed'];
    window.print = () => {
      document.body.dataset['printed'] = '';
    };
  });
  await button.click();
  const dialog = page.locator('[role=dialog]');
  const printed = page.locator('body[data-printed]');
  await printed.or(dialog).first().waitFor({ state: 'attached' });
  // A dialog asks for a confirmation before many pages.
  if ((await printed.count()) === 0) {
    await dialog.locator('button').last().click();
    await printed.waitFor({ state: 'attached' });
  }
  return (await page.locator('.print-sheet').count()) > 0 ? '.print-sheet .paper' : 'main';
}
