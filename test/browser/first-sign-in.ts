/** A back office that nobody has signed in to yet, and windows in front of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { closeWindows, newWindow, type Preferences } from '../support/chromium.ts';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { timed } from '../support/profile.ts';

const PASSWORD = 'a password for the browser';

export class Office {
  readonly address: string;
  readonly #daftar: Daftar;
  readonly #close: () => Promise<void>;
  /** Problems that the pages told the console of; a test expects none. */
  readonly problems: string[] = [];

  constructor(daftar: Daftar, close: () => Promise<void>) {
    // The cookie is the host's: always the same name for it.
    this.address = daftar.address;
    this.#daftar = daftar;
    this.#close = close;
  }

  /** A window of somebody who has not signed in. */
  async window(preferences: Preferences = {}): Promise<Page> {
    const page = await (await newWindow(preferences)).newPage();
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('console', (message) => {
      // An answer that refuses is also told to the console by the browser itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.problems.push(message.text());
      }
    });
    return page;
  }

  /** The first sign-in of the super user, through the page that asks for a password of one's own. */
  async signInFirst(page: Page): Promise<void> {
    const { email, password } = this.#daftar.firstUser as { email: string; password: string };
    await signIn(page, this.address, email, password);
    await page.locator('input[name=current_password]').fill(password);
    await page.locator('input[name=new_password]').fill(PASSWORD);
    await page.locator('input[name=new_password_confirmation]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor();
  }

  /** A window of the super user at `path`. */
  async signedIn(path: string, preferences: Preferences = {}): Promise<Page> {
    const page = await this.window(preferences);
    await this.enter(page, path);
    return page;
  }

  /** Signs the super user in, in a window that is there. */
  async enter(page: Page, path: string): Promise<void> {
    await signIn(page, this.address + path, this.#daftar.firstUser?.email as string, PASSWORD);
    await page.locator('nav').first().waitFor();
  }

  close(): Promise<void> {
    return this.#close();
  }
}

async function signIn(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
}

export async function openOffice(): Promise<Office> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-web-'));
    undo.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const database: FreshDatabase = await freshDatabase();
    undo.push(() => database.drop());
    const environment = { ...process.env, ...environmentAt(database.url), PORT: '0' };
    const daftar = await timed('back offices started', () =>
      startDaftar({ dataDir, environment, say: () => undefined }),
    );
    undo.push(() => daftar.stop());
    undo.push(closeWindows);
    return new Office(daftar, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The control of a field of a record form. */
export const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`).first();
