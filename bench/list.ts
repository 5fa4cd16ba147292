/**
 * A page, a sort and a search of a hundred thousand documents, and of as many records, requested over HTTP as a screen
 * does: fifty rows with their names, the number of all matching rows, and their totals. Both sides of the API are
 * separate processes, as possible in production.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { membersOf } from '../domain/values/members.ts';
import { beginningOfName, EMAIL, manyRows, PASSWORD, ROWS } from './many-rows.ts';
import { type Figure, mustHold, percentile, type Scenario, scaled } from './measure.ts';
import { environmentOf, ROOT, type Server, startServer } from './programs.ts';

const ASKED = 120;
const WARM_UP = 20;
/** Number of distinct requests: they cover every column in both directions, and every search text. */
const KINDS_OF_REQUEST = 16;
const PER_PAGE = 50;
const P95_MS = 100;

export const list: Scenario = {
  name: 'list',
  about: `page, sort and search of ${ROWS.toLocaleString('en')} documents and of as many records over HTTP`,
  async run({ size, databaseUrl }) {
    const rows = scaled(ROWS, size, 1_000);
    const dataDir = mkdtempSync(join(tmpdir(), 'daftar-list-'));
    const services: Server[] = [];
    try {
      await manyRows(databaseUrl, rows);
      const secret = randomBytes(32).toString('base64url');
      const environment = environmentOf(databaseUrl, { JWT_SECRET: secret, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
      for (const name of ['command-api', 'read-api']) services.push(await startService(name, environment));
      const [commandApi, readApi] = services as [Server, Server];
      const ask = asker(readApi.port, await signIn(commandApi.port));
      const counts = { rows, warmUp: scaled(WARM_UP, size, 1), asked: scaled(ASKED, size, KINDS_OF_REQUEST) };
      return [...(await measure('sales', SALES, counts, ask)), ...(await measure('items', ITEMS, counts, ask))];
    } finally {
      for (const service of services) await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
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
  /** The typed text, by the number of the request: one of ten numbers of the sample is a purchase's. */
  search(number: number, rows: number): string;
}

interface Counts {
  readonly rows: number;
  readonly warmUp: number;
  readonly asked: number;
}

const SALES: Screen = {
  sorts: ['date', 'number', 'total', 'total_base', 'customer_fk', 'payment_status', 'unpaid', 'outlet_fk'],
  search: (number, rows) =>
    number % 3 === 0
      ? `Customer ${((number * 4) % 500) + 1}`
      : `S-${((number * 811) % Math.floor(rows / 10)) * 10 + 5}`,
};
const ITEMS: Screen = {
  sorts: ['item_name', 'item_code', 'item_type', 'created_at'],
  search: (number, rows) =>
    number % 3 === 0 ? `62${(number * 811) % rows}` : beginningOfName(rows - 1 - ((number * 37) % 900), rows),
};

async function measure(resource: string, screen: Screen, { rows, warmUp, asked }: Counts, ask: Ask): Promise<Figure[]> {
  const whole = await ask(`${resource}?per_page=${PER_PAGE}`);
  mustHold(Math.abs(whole.total - rows) <= rows / 100, `${resource}: ${whole.total} rows are there`);
  const pages = Math.floor(whole.total / PER_PAGE);
  const requests = {
    page: (number: number) => `${resource}?per_page=${PER_PAGE}&page=${((number * 1_009) % pages) + 1}`,
    sort: (number: number) => {
      const column = screen.sorts[number % screen.sorts.length];
      const dir = Math.floor(number / screen.sorts.length) % 2 === 0 ? 'desc' : 'asc';
      return `${resource}?per_page=${PER_PAGE}&sortColumn=${column}&sortDir=${dir}&page=${(number % 5) + 1}`;
    },
    search: (number: number) =>
      `${resource}?per_page=${PER_PAGE}&search=${encodeURIComponent(screen.search(number, rows))}`,
  };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(requests)) {
    const times: number[] = [];
    for (let number = 0; number < warmUp + asked; number += 1) {
      const startedMs = performance.now();
      const answer = await ask(path(number));
      if (number >= warmUp) times.push(performance.now() - startedMs);
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

/** A page and a sort cover all rows, a search some of them. */
function check(name: string, { total, data }: Asked, whole: number): void {
  if (name === 'search') mustHold(total > 0 && total < whole / 2, `a search found ${total} rows`);
  else mustHold(total === whole && data.length > 0, `a ${name} is of ${total} rows and shows ${data.length}`);
}

function startService(name: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const command = pathToFileURL(join(ROOT, 'launcher', 'command.ts')).href;
  const run = `import('${command}').then(({ runCommand }) => runCommand(['${name}']))`;
  return startServer(['--eval', run], environment, /listens on port (\d+)/);
}

async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  mustHold(answer.ok, `signing in was answered with ${answer.status}`);
  return String(membersOf(membersOf(await answer.json())['data'])['access_token']);
}

/** One request after the other, on a kept connection. */
function asker(port: number, token: string): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  return (path) =>
    new Promise((resolve, reject) => {
      const request = http.get({ agent, port, host: '127.0.0.1', path: `/api/${path}`, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const reported = Buffer.concat(parts).toString();
          if (answer.statusCode !== 200) reject(new Error(`${path}: ${reported}`));
          else resolve((JSON.parse(reported) as { data: Asked }).data);
        });
      });
      request.on('error', reject);
    });
}
