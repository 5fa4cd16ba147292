/** The whole back office on a database of a scenario, and Chromium signed in to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../launcher/browser.ts';
import { startDaftar } from '../launcher/daftar.ts';
import { EMAIL, PASSWORD } from './many-rows.ts';
import { environmentOf } from './programs.ts';

const CHROMIUM = chromiumPath();

export const withoutChromium = (): string | undefined =>
  CHROMIUM ? undefined : 'there is no Chromium here; CHROMIUM_PATH names one';

/** One process runs the back office, another the projector; the page begins at `path`, after the sign-in. */
export async function inBackOffice<Result>(
  databaseUrl: string,
  path: string,
  work: (page: Page, address: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-office-'));
  const undo: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const environment = environmentOf(databaseUrl, { PORT: '0' });
    const daftar = await startDaftar({ dataDir, environment, say: () => undefined });
    undo.push(() => daftar.stop());
    const browser = await chromium.launch({
      ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    undo.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`${daftar.address}${path}`);
    await page.fill('input[name=email]', EMAIL);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    return await work(page, daftar.address);
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}
