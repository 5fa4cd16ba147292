/** A whole Daftar in its own folder, with one small shop, to be killed and restarted. */

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { mustHold } from '../measure.ts';
import { environmentOf, runProgram } from '../programs.ts';

export const PASSWORD = 'a password for torture';
const EMAIL = 'admin@daftar.local';
/** Shorter than the lifetime of an access token. */
const TOKEN_MS = 5 * 60_000;
/** Longer than any answer takes, even while a database restarts. */
const ANSWER_MS = 30_000;
/** Longer than a graceful stop takes. */
const STOPS_MS = 30_000;
/** Timeout of a repeated command, after which it counts as lost. */
const ENTERED_MS = 180_000;

export interface Answer {
  readonly status: number;
  readonly body: { readonly data?: Record<string, unknown> } & Readonly<Record<string, unknown>>;
}

export interface Goods {
  readonly item: number;
  readonly unit: number;
}

/** Memory of the process that answers requests. */
export interface MemoryInUse {
  /** Reachable memory, buffers included. */
  readonly usedBytes: number;
  /** Memory that the system has given to the process, which rarely returns it. */
  readonly residentBytes: number;
}

export class Business {
  readonly folder: string;
  readonly #ownFolder: boolean;
  #child: ChildProcess | undefined;
  #address = '';
  #databaseUrl = '';
  #token = { text: '', sinceMs: Number.NEGATIVE_INFINITY };

  constructor(folder?: string) {
    this.#ownFolder = folder === undefined;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'daftar-torture-'));
  }

  get address(): string {
    return this.#address;
  }

  get databaseUrl(): string {
    return this.#databaseUrl;
  }

  /** Id of the process that answers requests. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resolves when it answers requests. */
  async start(): Promise<void> {
    const environment = { ...environmentOf(''), PORT: '0', DATABASE_URL: '' };
    // The child ends when its channel closes, also when this process was killed.
    const child = fork(join(import.meta.dirname, 'daftar-program.ts'), [this.folder], {
      env: environment,
      execArgv: [...process.execArgv, '--expose-gc'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#child = child;
    let reported = '';
    const ready = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`Daftar ended with ${code} before it was ready:\n${reported}`)));
      child.stdout?.on('data', (text: Buffer) => {
        reported += text.toString();
        const found = /^ready (.*)$/m.exec(reported);
        if (found) resolve(defined(found[1]));
      });
    });
    const found = membersOf(JSON.parse(ready));
    const [address, databaseUrl] = [String(found['address']), String(found['databaseUrl'])];
    this.#address = address;
    this.#databaseUrl = databaseUrl;
  }

  /** With SIGKILL: its children continue, or end by themselves. */
  async kill(): Promise<void> {
    await ended(this.#child, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await ended(this.#child, 'SIGTERM');
    if (this.#ownFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Memory of the process that answers requests, after a garbage collection. */
  memory(): Promise<MemoryInUse> {
    return new Promise((resolve, reject) => {
      this.#child?.once('message', (memory) => {
        const { usedBytes, residentBytes } = membersOf(memory);
        resolve({ usedBytes: Number(usedBytes), residentBytes: Number(residentBytes) });
      });
      this.#child?.send('memory', (error) => error && reject(error));
    });
  }

  /** Undefined without an answer. */
  async call(method: string, path: string, body?: unknown, key: string = randomUUID()): Promise<Answer | undefined> {
    try {
      return await this.#ask(method, path, body, key, await this.#signedIn());
    } catch {
      // A missing answer is a result that the torture counts.
      return undefined;
    }
  }

  /** Repeats the request with one key until it is answered; a 503 is repeated too. */
  async entered(path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
    const untilMs = performance.now() + ENTERED_MS;
    for (;;) {
      const answer = await this.call('POST', path, body, key);
      if (answer && answer.status !== 503 && answer.status !== 401) return answer;
      mustHold(performance.now() < untilMs, `${path} was not answered but with ${JSON.stringify(answer)}`);
      await sleep(50);
    }
  }

  /** The id of the new record. Throws WrongResult for a refusal. */
  async add(path: string, body: unknown): Promise<number> {
    const answer = await this.entered(path, body);
    mustHold(answer.status === 201, `${path}: ${JSON.stringify(answer.body)}`);
    return Number(answer.body.data?.['id']);
  }

  async token(): Promise<string> {
    return this.#signedIn();
  }

  /** One row of the database. */
  async row<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row> {
    const { rows } = await this.#asked<Row>(sql, values);
    return defined(rows[0]);
  }

  /** A statement without result rows. */
  async execute(sql: string): Promise<void> {
    await this.#asked(sql, []);
  }

  async #asked<Row extends object>(sql: string, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query<Row>(sql, [...values]);
    } finally {
      await client.end();
    }
  }

  /** Checks that all invariants hold, and that a replay produces the same tables. */
  async holds(): Promise<void> {
    const head = () =>
      this.row<{ behind: number }>(`select count(*)::int as behind from projection.checkpoint c
        where c.position < (select coalesce(max(position), 0) from log.event)`);
    while ((await head()).behind > 0) await sleep(100);
    await runProgram(this.#databaseUrl, 'projector/verify/main.ts');
    await runProgram(this.#databaseUrl, 'projector/rebuild/main.ts');
  }

  async #signedIn(): Promise<string> {
    if (performance.now() - this.#token.sinceMs < TOKEN_MS) return this.#token.text;
    const { status, body } = await this.#ask('POST', 'auth/login', { email: EMAIL, password: PASSWORD }, randomUUID());
    if (status !== 200) throw new Error(`sign-in was answered with ${status}`);
    this.#token = { text: String(body.data?.['access_token']), sinceMs: performance.now() };
    return this.#token.text;
  }

  async #ask(method: string, path: string, body: unknown, key: string, token?: string): Promise<Answer> {
    const answer = await fetch(`${this.#address}/api/${path}`, {
      method,
      headers: {
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOPS_MS);
  await exit;
  clearTimeout(force);
  mustHold(signal === 'SIGKILL' || child.signalCode === null, `Daftar did not stop within ${STOPS_MS} ms`);
}

export const hasProc = (): boolean => existsSync('/proc/self/status');

/** Requires /proc. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChild(pid, parent));

function isChild(pid: number, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    // The process has ended meanwhile.
    return false;
  }
}

/** Requires /proc. */
const parentOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const DAY = `${new Date().getFullYear()}-01-02`;
const place = { outlet_fk: 1, inventory_fk: 1, date: DAY, currency_fk: 1, status: 'complete' };

/** Buys goods in this quantity. */
export async function buyGoods(business: Business, name: string, quantity: string): Promise<Goods> {
  const unit = await business.add('units', { unit_name: name });
  const item = await business.add('items', {
    item_name: name,
    item_units: [
      { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    ],
  });
  const supplier_fk = await business.add('suppliers', { consumer_name: name });
  const lines = [{ item_fk: item, unit_fk: unit, quantity, price: '600' }];
  await business.add('purchases', { ...place, supplier_fk, payment_type: 'on_account', lines });
  return { item, unit };
}

/** A cash sale of one piece. */
export const saleOf = ({ item, unit }: Goods) => ({
  ...place,
  payment_type: 'cash',
  account_fk: 1,
  lines: [{ item_fk: item, unit_fk: unit, quantity: '1', price: '1000' }],
});

export const paymentOut = (from: number, to: number, amount: string) => ({
  outlet_fk: 1,
  date: DAY,
  from_account_fk: from,
  to_account_fk: to,
  amount,
});
