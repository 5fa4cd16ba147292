/**
 * The shop of the scenarios that sell over HTTP: a server as a separate process, goods, five-line sales, and cheap
 * clients.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { type Members, membersOf } from '../domain/values/members.ts';
import { ratePerSecond } from './measure.ts';
import { environmentOf, ROOT, type Server, startServer } from './programs.ts';

export const CLIENTS = 32;
export const LINES = 5;
export const PASSWORD = 'a password for measuring';

export type Call = (path: string, body: unknown) => Promise<Members>;

export interface Shop {
  readonly unit: number;
  readonly items: readonly number[];
}

export const day = (): string => `${new Date().getFullYear()}-01-02`;

/** With ample stock of each item. */
export async function openShop(call: Call, count: number): Promise<Shop> {
  const unit = Number((await call('units', { unit_name: 'Measured' }))['id']);
  const items: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const item_units = [
      { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    ];
    items.push(Number((await call('items', { item_name: `Item ${n}`, item_units }))['id']));
  }
  const supplier = Number((await call('suppliers', { consumer_name: 'Measured' }))['id']);
  await call('purchases', {
    ...place(),
    supplier_fk: supplier,
    payment_type: 'on_account',
    lines: items.map((item_fk) => ({ item_fk, unit_fk: unit, quantity: '1000000', price: '600' })),
  });
  return { unit, items };
}

const place = (date = day()) => ({ outlet_fk: 1, inventory_fk: 1, date, currency_fk: 1, status: 'complete' });

export function sell(
  call: Call,
  { items, unit }: Shop,
  count: number,
  latencies: number[] = [],
  date = day(),
): Promise<number> {
  return ratePerSecond(CLIENTS, count, async (piece) => {
    const lines = Array.from({ length: LINES }, (_, line) => ({
      item_fk: items[(piece * 7 + line * 31) % items.length],
      unit_fk: unit,
      quantity: '1',
      price: '1000',
    }));
    const startedMs = performance.now();
    await call('sales', { ...place(date), payment_type: 'cash', account_fk: 1, lines });
    latencies.push(performance.now() - startedMs);
  });
}

export function startApi(databaseUrl: string, eventStoreUrl = ''): Promise<Server> {
  const secret = randomBytes(32).toString('base64url');
  const more = { JWT_SECRET: secret, LOG_LEVEL: 'info', DAFTAR_EVENTSTORE_URL: eventStoreUrl };
  const environment = environmentOf(databaseUrl, more);
  const program = join(ROOT, 'command-api', 'main.ts');
  return startServer([program], environment, /Server listening at http:\/\/[^:]+:(\d+)/);
}

interface Posted {
  readonly data: unknown;
  /** The cookies that were set, as a browser would send them. */
  readonly cookie: string;
}

/**
 * Plain requests on kept connections, which cost the client as little as possible. Throws for any status other than
 * 2xx.
 */
export function poster(
  port: number,
  given: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PATCH' = 'POST',
): (path: string, body: unknown) => Promise<Posted> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  return (path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'idempotency-key': randomUUID(),
        ...given,
      };
      const request = http.request({ agent, port, host: '127.0.0.1', method, path: `/api/${path}`, headers });
      request.on('error', reject);
      request.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const reported = Buffer.concat(parts).toString();
          if ((answer.statusCode ?? 500) >= 300) return reject(new Error(`${path}: ${reported}`));
          const cookies = answer.headers['set-cookie'] ?? [];
          const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
          resolve({ data: membersOf(JSON.parse(reported))['data'], cookie });
        });
      });
      request.end(text);
    });
}

export function caller(port: number, token?: string, method: 'POST' | 'PATCH' = 'POST'): Call {
  const post = poster(port, token ? { authorization: `Bearer ${token}` } : {}, method);
  return async (path, body) => membersOf((await post(path, body)).data);
}
