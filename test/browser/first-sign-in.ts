/** A back office before the first sign-in, and its windows. */
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
  /** Problems on the consoles of the pages; a test expects none. */
  readonly problems: string[] = [];

  constructor(daftar: Daftar, close: () => Promise<void>) {
    // The cookie's name depends on the host.
    this.address = daftar.address;
    this.#daftar = daftar;
    this.#close = close;
  }

  /** A window without a sign-in. */
  async window(preferences: Preferences = {}): Promise<Page> {
    const page = await (await newWindow(preferences)).newPage();
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('console', (message) => {
      // The browser reports refused requests on the console too.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.problems.push(message.text());
      }
    });
    return page;
  }

  /** The first sign-in of the super user, with the page that requires a new password. */
  async signInFirst(page: Page): Promise<void> {
    const { email, password } = this.#daftar.firstUser as { email: string; password: string };
    await signIn(page, this.address, email, password);
    await page.locator('input[name=current_password]').fill(password);
    await page.locator('input[name=new_password]').fill(PASSWORD);
    await page.locator('input[name=new_password_confirmation]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor();
  }

  /** A window at `path`, signed in as the super user. */
  async signedIn(path: string, preferences: Preferences = {}): Promise<Page> {
    const page = await this.window(preferences);
    await this.enter(page, path);
    return page;
  }

  /** Signs in as the super user in an open window. */
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

/** The input of a field in the form of a record. */
export const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`).first();
