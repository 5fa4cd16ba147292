/**
 * A shop that sells at tills: the whole back office as a process that is killed and restarted, behind a connection with
 * faults; goods, cash accounts, cashiers with their role, and browsers that are enrolled as tills.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { templatePermissions } from '../../../domain/registry/role-templates.ts';
import { ROOT } from '../../../launcher/machine/root.ts';
import { closeWindows, newWindow, type Preferences, sharedBrowser } from '../../support/chromium.ts';
import { environmentAt } from '../../support/database.ts';
import { timed } from '../../support/profile.ts';
import { Revisions } from '../../support/revisions.ts';
import { SUPER_USER, seededDatabase } from '../../support/seeded-database.ts';
import { type Goods, type SignedIn, signedIn, stockShop, thisYear } from '../shop.ts';
import { Wire } from './wire.ts';

export const CASHIERS = [
  { name: 'Shilan', pin: '481516' },
  { name: 'Karwan', pin: '234299' },
] as const;
export type CashierName = (typeof CASHIERS)[number]['name'];

/** Dinars in the safe at the beginning. */
export const CAPITAL = 1_000_000;
/** The stock of each item, as `stockShop` buys it. */
export const STOCKED = { pieces: 500, cost: 500 };

export class TradingShop {
  readonly wire = new Wire();
  readonly databaseUrl: string;
  goods: readonly Goods[] = [];
  /** Cash accounts by name. */
  readonly accounts: Record<'till' | 'till_dollars' | 'second', number> = { till: 0, till_dollars: 0, second: 0 };
  readonly #dataDir: string;
  readonly #undo: (() => Promise<unknown>)[] = [];
  #office: SignedIn | undefined;
  #server: ChildProcess | undefined;

  private constructor(databaseUrl: string, dataDir: string) {
    this.databaseUrl = databaseUrl;
    this.#dataDir = dataDir;
  }

  static async open(): Promise<TradingShop> {
    const database = await seededDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-trading-'));
    chmodSync(dataDir, 0o755);
    const shop = new TradingShop(database.url, dataDir);
    const revisions = new Revisions(database.url);
    shop.#undo.push(
      async () => rmSync(dataDir, { recursive: true, force: true }),
      () => database.drop(),
      () => shop.kill(),
      () => revisions.close(),
      () => shop.wire.close(),
      closeWindows,
    );
    try {
      await shop.wire.open();
      await shop.start();
      shop.#office = await signedIn({ address: shop.wire.address }, await sharedBrowser(), revisions);
      await shop.#stock();
      return shop;
    } catch (error) {
      await shop.close();
      throw error;
    }
  }

  /** The super user's requests, over the connection. */
  get office(): SignedIn {
    if (!this.#office) throw new Error('the shop is not open');
    return this.#office;
  }

  /** The program of `npm start`. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'start'], {
      env: { ...process.env, ...environmentAt(this.databaseUrl), DATA_DIR: this.#dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#server = child;
    let said = '';
    const address = await timed(
      'back offices started',
      () =>
        new Promise<string>((resolve, reject) => {
          child.once('exit', () => reject(new Error(`the server ended before it listened:\n${said}`)));
          for (const stream of [child.stdout, child.stderr]) {
            stream.on('data', (text: Buffer) => {
              said += text.toString();
              const found = /Back-office\s+(http\S+)/.exec(said)?.[1];
              if (found) resolve(found);
            });
          }
        }),
    );
    this.wire.port = Number(new URL(address).port);
  }

  /** As a power cut does. */
  async kill(): Promise<void> {
    const child = this.#server;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** A browser that is enrolled as a till, without a signed-in person. */
  async till(name: string, preferences: Preferences = {}): Promise<BrowserContext> {
    const context = await newWindow({ language: 'en', theme: 'light', ...preferences });
    const api = `${this.wire.address}/api`;
    const post = async (path: string, data: object, token = '') => {
      const headers = {
        'x-requested-with': 'daftar',
        'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const answer = await context.request.post(`${api}/${path}`, { data, headers });
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
      return (await answer.json()) as { data: { access_token?: string } };
    };
    const { email, password } = SUPER_USER;
    const { access_token } = (await post('auth/login', { email, password })).data;
    await post('tills/enrol', { till_name: name, outlet_fk: 1 }, access_token);
    await post('auth/logout', {}, access_token);
    return context;
  }

  async close(): Promise<void> {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) await step();
  }

  async #stock(): Promise<void> {
    const { office } = this;
    const added = async (path: string, body: Readonly<Record<string, unknown>>): Promise<number> => {
      const { data } = (await office.api('POST', path, body)) as { data: Record<string, number> };
      return Number(data['id'] ?? Object.values(data)[0]);
    };
    this.goods = await stockShop(office, 3);
    const owner = await added('stockholders', { stockholder_name: 'Zana' });
    await added('capital_transactions', {
      ...{ outlet_fk: 1, stockholder_fk: owner, transaction_type: 'contribution', date: thisYear('03-01') },
      ...{ amount: String(CAPITAL), currency_fk: 1, account_fk: 1 },
    });
    const box = (account_name: string, currency_fk: number) =>
      added('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk: 1 });
    this.accounts.till_dollars = await box('Till in dollars', 2);
    this.accounts.second = await box('Second till', 1);
    this.accounts.till = await box('Till', 1);
    const role_fk = await added('roles', { role_name: 'Till', permissions: templatePermissions('cashier') });
    for (const { name, pin } of CASHIERS) {
      await added('users', {
        ...{ user_name: name, email: `${name.toLowerCase()}@example.com`, user_code: name, staff_pin: pin, role_fk },
        ...{ is_cashier: true, outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 },
      });
    }
  }
}
