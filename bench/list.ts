/**
 * A page, a sort and a search of a hundred thousand documents, and of as many records, asked over HTTP as a screen asks
 * them: fifty rows with their names, the number of all that match, and the totals over all of them. Both sides of the
 * API are processes of their own, as they may be in production.
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchDatabase } from './database.ts';
import { childOf, EMAIL, GOODS, manyRows, PASSWORD, ROOT, ROWS } from './many-rows.ts';
import { type Figure, mustHold, percentile, type Scenario } from './measure.ts';

const ASKED = 120;
const WARM_UP = 20;
const PER_PAGE = 50;
const P95_MS = 100;

export const list: Scenario = {
  name: 'list',
  about: `page, sort and search of ${ROWS.toLocaleString('en')} documents and of as many records over HTTP`,
  async run() {
    const database = await benchDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-list-'));
    const services: Service[] = [];
    try {
      await manyRows(database.url);
      const environment = { DATABASE_URL: database.url, JWT_SECRET: randomBytes(32).toString('base64url') };
      for (const name of ['command-api', 'read-api'])
        services.push(await startService(name, { ...environment, DATA_DIR: dataDir }));
      const [commandApi, readApi] = services as [Service, Service];
      const ask = asker(readApi.port, await signIn(commandApi.port));
      return [...(await measure('sales', SALES, ask)), ...(await measure('items', ITEMS, ask))];
    } finally {
      for (const service of services) await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.close();
    }
  },
};

interface Asked {
  readonly total: number;
  readonly data: readonly Readonly<Record<string, unknown>>[];
}
type Ask = (path: string) => Promise<Asked>;

interface Screen {
  readonly sorts: readonly string[];
  /** What is typed, by the number of the request: one of ten numbers of the sample is a purchase's. */
  search(number: number): string;
}

const SALES: Screen = {
  sorts: ['date', 'number', 'total', 'total_base', 'customer_fk', 'payment_status', 'unpaid', 'outlet_fk'],
  search: (number) =>
    number % 3 === 0 ? `Customer ${((number * 4) % 500) + 1}` : `S-${((number * 811) % (ROWS / 10)) * 10 + 5}`,
};
const ITEMS: Screen = {
  sorts: ['item_name', 'item_code', 'item_type', 'created_at'],
  search: (number) =>
    number % 3 === 0 ? `62${(number * 811) % ROWS}` : `${GOODS[number % GOODS.length]} ${(number * 37) % 1_000}`,
};

async function measure(resource: string, screen: Screen, ask: Ask): Promise<Figure[]> {
  const whole = await ask(`${resource}?per_page=${PER_PAGE}`);
  mustHold(Math.abs(whole.total - ROWS) <= ROWS / 100, `${resource}: ${whole.total} rows are there`);
  const pages = Math.floor(whole.total / PER_PAGE);
  const requests = {
    page: (number: number) => `${resource}?per_page=${PER_PAGE}&page=${((number * 1_009) % pages) + 1}`,
    sort: (number: number) => {
      const column = screen.sorts[number % screen.sorts.length];
      const dir = Math.floor(number / screen.sorts.length) % 2 === 0 ? 'desc' : 'asc';
      return `${resource}?per_page=${PER_PAGE}&sortColumn=${column}&sortDir=${dir}&page=${(number % 5) + 1}`;
    },
    search: (number: number) => `${resource}?per_page=${PER_PAGE}&search=${encodeURIComponent(screen.search(number))}`,
  };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(requests)) {
    const times: number[] = [];
    for (let number = 0; number < WARM_UP + ASKED; number += 1) {
      const startedMs = performance.now();
      const answer = await ask(path(number));
      if (number >= WARM_UP) times.push(performance.now() - startedMs);
      check(name, answer, whole.total);
    }
    const p95 = percentile(times, 0.95);
    figures.push({
      name: `${resource}: ${name}`,
      value: `median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: { text: `p95 at most ${P95_MS} ms`, reached: p95 <= P95_MS },
    });
  }
  return figures;
}

/** A page and a sort are of all rows, a search of some of them. */
function check(name: string, { total, data }: Asked, whole: number): void {
  if (name === 'search') mustHold(total > 0 && total < whole / 2, `a search found ${total} rows`);
  else mustHold(total === whole && data.length > 0, `a ${name} is of ${total} rows and shows ${data.length}`);
}

interface Service {
  readonly port: number;
  stop(): Promise<void>;
}

function startService(name: string, environment: Record<string, string>): Promise<Service> {
  const command = pathToFileURL(join(ROOT, 'launcher', 'command.ts')).href;
  const run = `import('${command}').then(({ runCommand }) => runCommand(['${name}']))`;
  const child = spawn(process.execPath, ['--eval', run], childOf({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${name} ended before it listened`)));
    child.stdout.on('data', (text: Buffer) => {
      const port = /listens on port (\d+)/.exec(text.toString())?.[1];
      const stop = () =>
        new Promise<void>((done) => {
          child.once('exit', () => done());
          child.kill('SIGTERM');
        });
      if (port) resolve({ port: Number(port), stop });
    });
  });
}

async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  mustHold(answer.ok, `signing in was answered with ${answer.status}`);
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
}

/** One request after the other, on a connection that is kept. */
function asker(port: number, token: string): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  return (path) =>
    new Promise((resolve, reject) => {
      const request = http.get({ agent, port, host: '127.0.0.1', path: `/api/${path}`, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const said = Buffer.concat(parts).toString();
          if (answer.statusCode !== 200) reject(new Error(`${path}: ${said}`));
          else resolve((JSON.parse(said) as { data: Asked }).data);
        });
      });
      request.on('error', reject);
    });
}
