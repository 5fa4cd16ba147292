/** The actions of a cashier with scanner and keys, and the stored entries of the device. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import { scan } from '../../support/chromium.ts';
import { until } from '../../support/waiting.ts';
import type { Goods } from '../shop.ts';
import { SOON } from '../typing.ts';
import { closeWithDifference } from './cashier.ts';
import { crash } from './crash.ts';
import { CASHIERS, type CashierName } from './trading-shop.ts';

/** An entry of the device, with its paper as text. */
export interface Written extends KeptEntry {
  readonly paper: string | null;
}

/** A sale, as the test remembers it. */
export interface Remembered {
  readonly number: string;
  readonly total: number;
  readonly pieces: Readonly<Record<string, number>>;
}

export class AtTill {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async at(context: BrowserContext, address: string, path = '/pos'): Promise<AtTill> {
    const page = await context.newPage();
    await page.goto(`${address}${path}`);
    await page.locator('#root > *').first().waitFor();
    // Scans before the selling screen is shown would have no effect.
    if (path === '/pos') await page.locator('input[type=search], input[type=password]').first().waitFor();
    return new AtTill(page);
  }

  /** With an active service worker, so that the page starts without a server. */
  async installed(): Promise<void> {
    await this.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }

  async signIn(name: CashierName): Promise<void> {
    const { page } = this;
    const pin = CASHIERS.find((cashier) => cashier.name === name)?.pin ?? '';
    await page.locator('[data-cashier]', { hasText: name }).click();
    await page.locator('input[type=password]').fill(pin);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  }

  async go(path: string, ready: string): Promise<void> {
    await this.page.locator(`a[href="${path}"]`).first().click();
    await this.page.locator(ready).first().waitFor();
  }

  /** Opens a drawer with a float in dinars, with the proposed accounts. */
  async openDrawer(float: number): Promise<void> {
    const { page } = this;
    await this.go('/pos/drawer', 'fieldset');
    await page.locator('fieldset').first().locator('input').fill(String(float));
    await page.locator('form button[type=submit]').click();
    await page.locator('[data-drawer]').waitFor();
    await this.go('/pos', 'input[type=search]');
  }

  /** Scans one piece of each. */
  async scan(goods: readonly Goods[]): Promise<void> {
    for (const { barcode } of goods) await scan(this.page, barcode);
    await this.totalIs(worth(goods));
  }

  /** Sells and is paid with a note in dinars, or exactly. */
  async sell(goods: readonly Goods[], handed?: number): Promise<Remembered> {
    await this.scan(goods);
    return this.pay(goods, handed);
  }

  /** Is paid for the goods on the screen. */
  async pay(goods: readonly Goods[], handed?: number): Promise<Remembered> {
    const { page } = this;
    await page.keyboard.press('F9');
    await page.locator('section input').first().waitFor();
    if (handed === undefined) await page.keyboard.press('F10');
    else {
      await page.locator('section input').first().fill(String(handed));
      await page.keyboard.press('Enter');
    }
    return this.#paid(goods, (handed ?? worth(goods)) - worth(goods));
  }

  /** Sells and is paid in dollars. */
  async sellForDollars(goods: readonly Goods[], handed: number, change: number): Promise<Remembered> {
    const { page } = this;
    await this.scan(goods);
    await page.keyboard.press('F9');
    await page.locator('section input').nth(1).fill(String(handed));
    await page.keyboard.press('Enter');
    return this.#paid(goods, change);
  }

  async #paid(goods: readonly Goods[], change: number): Promise<Remembered> {
    const { page } = this;
    await page.getByRole('list').last().getByRole('listitem').first().waitFor();
    await page.keyboard.press('F9');
    const shown = page.locator('[data-change]');
    await shown.waitFor();
    // Waits until the device has removed the paid sale, so that a killed tab does not show it again.
    const pieces = piecesOf(goods);
    await expect.poll(() => page.evaluate(keptSales)).not.toContainEqual(pieces);
    await expect.poll(() => textOf(shown)).toContain(grouped(change));
    const said = await textOf(page.getByRole('status').filter({ has: shown }));
    return { number: /T\d+-\d{6}/.exec(said)?.[0] ?? '', total: worth(goods), pieces };
  }

  async totalIs(amount: number): Promise<void> {
    await expect.poll(() => textOf(this.page.locator('[data-total]')), SOON).toContain(grouped(amount));
  }

  /** Counts one sum for each currency, dinars first, and closes the drawer. */
  async closeDrawer(...counted: readonly number[]): Promise<void> {
    const { page } = this;
    await this.go('/pos/drawer', '[data-drawer]');
    await page.locator('[data-drawer] ~ div button').nth(3).click();
    const currencies = page.locator('section fieldset');
    await currencies.first().waitFor();
    for (const [index, amount] of counted.entries()) {
      // The notes, then other money, and the remaining amount.
      await currencies.nth(index).locator('input').nth(-2).fill(String(amount));
    }
    await page.locator('section button').last().click();
    const [differs, closed] = [page.locator('[data-recount]'), page.locator('[data-difference]').first()];
    await differs.or(closed).first().waitFor();
    if ((await differs.count()) > 0) await closeWithDifference(page);
  }

  /** Replaces the signed-in cashier, whose drawer remains open. */
  async takeOver(name: CashierName): Promise<void> {
    const { page } = this;
    await page.keyboard.press('Control+KeyL');
    await page.locator('input[type=password]').waitFor();
    await page.locator('main > div:first-child > button').last().click();
    await this.signIn(name);
  }

  /** Kills the tab as a system without memory does: the page gets no event. */
  async kill(): Promise<void> {
    await crash(this.page);
  }

  /** The stored entries of the device, oldest first. */
  written(): Promise<readonly Written[]> {
    return this.page.evaluate(journalOf);
  }

  /** Waits until the server has answered all entries of the device. */
  async allStored(): Promise<void> {
    await until(
      async () => {
        const written = await this.written().catch(() => []);
        return written.length > 0 && written.every(({ state }) => state === 'stored');
      },
      { what: 'everything is stored', everyMs: 100 },
    );
  }
}

const worth = (goods: readonly Goods[]): number => goods.reduce((sum, { price }) => sum + Number(price), 0);

const piecesOf = (goods: readonly Goods[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(goods, ({ name }) => name)).map(([name, all]) => [name, all?.length ?? 0]),
  );

export const grouped = (amount: number): string => amount.toLocaleString('en');

const textOf = async (place: ReturnType<Page['locator']>): Promise<string> =>
  ((await place.first().textContent()) ?? '').replace(/[\u2066-\u2069\u200e\u200f]/g, '').replace(/\s+/g, ' ');

interface KeptCart {
  readonly cart: { readonly lines: readonly { item: { item_name: string }; quantity: string }[] };
}

/** In the page: pieces of the unpaid sales that the device stores. */
export async function keptSales(): Promise<Record<string, number>[]> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('daftar-till'));
  const kept = (await done(db.transaction('parked').objectStore('parked').getAll())) as KeptCart[];
  db.close();
  return kept.map(({ cart }) =>
    Object.fromEntries(cart.lines.map(({ item, quantity }) => [item.item_name, Number(quantity)])),
  );
}

/** In the page: the content of its database. */
async function journalOf(): Promise<Written[]> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('daftar-till'));
  const reading = db.transaction(['entries', 'printed']);
  const entries = (await done(reading.objectStore('entries').getAll())) as KeptEntry[];
  const written = [];
  for (const kept of entries) {
    const form = (await done(reading.objectStore('printed').get(kept.entry.uuid))) as { html: string } | undefined;
    const parsed = form && new DOMParser().parseFromString(form.html, 'text/html');
    written.push({ ...kept, paper: parsed?.body.textContent ?? null });
  }
  db.close();
  return written.toSorted((a, b) => a.entry.sequence - b.entry.sequence);
}
