/**
 * A shop for browser tests: the whole back office on a database of its own, with some records that are entered through
 * the API, and signed-in windows of Chromium. It contains no double.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { closeWindows, newWindow, type Preferences, sharedBrowser, type Tablet } from '../support/chromium.ts';
import { environmentAt } from '../support/database.ts';
import { timed } from '../support/profile.ts';
import { Revisions } from '../support/revisions.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

export { violations, violationsInDark } from '../support/axe.ts';
export { hasChromium, type Language, scan, type Theme } from '../support/chromium.ts';

type Json = Readonly<Record<string, unknown>>;

export const PASSWORD = SUPER_USER.password;

export interface Shop {
  readonly address: string;
  readonly email: string;
  readonly browser: Browser;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The output of `npm start`. */
  said(): readonly string[];
  /**
   * Writes as the super user and waits until the read models contain it, so that a window that is opened next shows it;
   * reads everything that is stored, also by a window. Throws when it is refused.
   */
  api(method: 'GET' | 'POST' | 'PATCH', path: string, body?: Json): Promise<Json>;
  /**
   * A signed-in page in a window of its own, with the screen of a tablet or a telephone if one is given. It is opened
   * when the read models contain what was stored before, also by other windows.
   */
  open(path: string, preferences?: Preferences, tablet?: Tablet): Promise<Page>;
  /** A page without a sign-in. */
  visit(path: string, preferences?: Preferences): Promise<Page>;
  close(): Promise<void>;
}

/** `freeMegabytes` is the free space of the disk; by default that of the system. */
export async function openShop(freeMegabytes?: () => number): Promise<Shop> {
  const undo: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const database = await seededDatabase();
    undo.push(() => database.drop());
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-browser-'));
    chmodSync(dataDir, 0o755);
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const environment = { ...process.env, ...environmentAt(database.url), PORT: '0' };
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const options = { dataDir, environment, say, ...(freeMegabytes ? { freeMegabytes } : {}) };
    const daftar = await timed('back offices started', () => startDaftar(options));
    undo.push(() => daftar.stop());
    undo.push(closeWindows);
    const own = { databaseUrl: database.url, dataDir, said: () => said };
    const revisions = new Revisions(database.url);
    undo.push(() => revisions.close());
    return { ...(await signedIn(daftar, await sharedBrowser(), revisions)), ...own, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type SignedIn = Omit<Shop, 'close' | 'databaseUrl' | 'dataDir' | 'said'>;

export async function signedIn(
  { address }: Pick<Daftar, 'address'>,
  browser: Browser,
  log: Revisions,
): Promise<SignedIn> {
  const { email, password } = SUPER_USER;
  let token = '';
  const api: Shop['api'] = async (method, path, given) => {
    const body = (await log.into(method, path, given, '')) as Json | undefined;
    const headers: Record<string, string> = { 'x-requested-with': 'daftar' };
    if (token !== '') headers['authorization'] = `Bearer ${token}`;
    if (body) headers['content-type'] = 'application/json';
    if (method !== 'GET') headers['idempotency-key'] = randomUUID();
    else headers['x-wait-for-position'] = await log.end();
    const request = { method, headers, body: body ? JSON.stringify(body) : null };
    const answer = await fetch(`${address}/api/${path}`, request);
    // Each window has a session of its own, and a person's oldest one ends when there are too many.
    if (answer.status === 401 && token !== '') {
      await signIn();
      return api(method, path, given);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    if (method !== 'GET') await log.projected();
    return JSON.parse(text) as Json;
  };
  const signIn = async () => {
    token = '';
    const answer = await api('POST', 'auth/login', { email, password });
    token = String((answer['data'] as Json)['access_token']);
  };
  await signIn();

  const window = async (preferences?: Preferences, stored?: Readonly<Record<string, string>>, tablet?: Tablet) => {
    const context = await newWindow({ language: 'en', theme: 'light', ...preferences }, stored, tablet);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    return context;
  };
  const visit: Shop['visit'] = async (path, preferences) => {
    await log.projected();
    const page = await (await window(preferences)).newPage();
    await page.goto(`${address}${path}`);
    return page;
  };
  const open: Shop['open'] = async (path, preferences, tablet) => {
    // The window of a signed-in person who reloads; the sign-in form has separate tests.
    const context = await window(preferences, { 'daftar.signed_in': 'yes' }, tablet);
    const entered = await context.request.post(`${address}/api/auth/login`, {
      data: { email, password },
      headers: { 'x-requested-with': 'daftar' },
    });
    if (!entered.ok()) throw new Error(`signing in: ${entered.status()} ${await entered.text()}`);
    await log.projected();
    const page = await context.newPage();
    await page.goto(`${address}${path}`);
    await page
      .locator(tablet ? 'main' : 'nav')
      .first()
      .waitFor();
    return page;
  };
  return { address, email, browser, api, open, visit };
}

export interface Goods {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly price: string;
  readonly barcode: string;
}

/** Items with codes 1001…, each with a box of twelve and barcodes, and a large stock since 1 March. */
export async function stockShop(shop: Pick<Shop, 'api'>, count: number): Promise<readonly Goods[]> {
  const goods: Goods[] = [];
  for (let number = 1; number <= count; number += 1) {
    const code = String(1000 + number);
    const [name, price, barcode] = [`Item ${code}`, String((number + 1) * 750), `6210000${code}`];
    const unit = {
      unit_fk: 1,
      base_unit_qty: '1',
      is_base: true,
      is_default: true,
      sale_price: price,
      barcodes: [barcode],
    };
    const box = {
      unit_fk: 2,
      base_unit_qty: '12',
      is_base: false,
      is_default: false,
      sale_price: '9000',
      barcodes: [`622${code}`],
    };
    const { data } = await shop.api('POST', 'items', { item_name: name, item_code: code, item_units: [unit, box] });
    goods.push({ id: Number((data as Json)['item_id']), code, name, price, barcode });
  }
  await shop.api('POST', 'suppliers', { consumer_name: 'Azad Trading', code: 'S1' });
  await shop.api('POST', 'customers', { consumer_name: 'Karwan Supermarket', code: 'C1' });
  await shop.api('POST', 'purchases', {
    ...atMain,
    supplier_fk: 1,
    date: thisYear('03-01'),
    payment_type: 'on_account',
    status: 'complete',
    lines: goods.map(({ id }) => ({ item_fk: id, unit_fk: 1, quantity: '500', price: '500' })),
  });
  return goods;
}

/** The seeded outlet, inventory and currency. */
export const atMain = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };

/** A day of the present financial year, which is open. */
export const thisYear = (day: string): string => `${new Date().getFullYear()}-${day}`;

/** The format of a day on screens: DD/MM/YYYY. */
export const shown = (day: string): string => day.split('-').reverse().join('/');
