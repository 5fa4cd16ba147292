/** Hostile requests: every route, with addresses, queries and bodies that no screen sends. */

import { randomBytes } from 'node:crypto';
import { defined } from '../../domain/values/defined.ts';
import { toError } from '../../domain/values/thrown.ts';
import { everyRoute, type Route } from '../../test/support/every-route.ts';
import { mustHold, scaled } from '../measure.ts';
import type { Business, MemoryInUse } from './business.ts';
import type { Ordeal } from './ordeal.ts';

/** Two halves: the first compiles every schema and fills every cache. */
const REQUESTS = 20_000;
const AT_ONCE = 16;
const ANSWER_MS = 60_000;
/** Allowed growth of used memory in the second half. */
const GROWTH_MAX = 1.05;
/** Number of requests to every route in a measured half. */
const ROUNDS_MEASURED = 3;
const MEBIBYTE = 2 ** 20;

/** Routes that sign the requester out, or export the whole books, are not tested here. */
const LEFT_OUT = /^(auth\/(logout|sessions)|jobs\/rebuild|exports\/)/;

export const hostile: Ordeal = {
  name: 'hostile',
  about: `${REQUESTS} hostile requests over every route`,
  async run({ business, size }) {
    const routes = (await everyRoute(business.databaseUrl, randomBytes(32).toString('base64url'))).filter(
      ({ url }) => !LEFT_OUT.test(url),
    );
    const requests = scaled(REQUESTS, size, 200);
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    let next = 0;
    const client = async (last: number) => {
      while (next < last) {
        next += 1;
        const number = next;
        const startedMs = performance.now();
        const status = await ask(business, defined(routes[number % routes.length]), number);
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const halves: MemoryInUse[] = [];
    for (const last of [Math.floor(requests / 2), requests]) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => client(last)));
      halves.push(await business.memory());
    }
    const [first, second] = [defined(halves[0]), defined(halves[1])];
    const isMeasured = requests / 2 > ROUNDS_MEASURED * routes.length;
    mustHold(
      !isMeasured || second.usedBytes < first.usedBytes * GROWTH_MAX,
      `the server uses ${inMiB(second.usedBytes)} after the second half, and ${inMiB(first.usedBytes)} after the first`,
    );
    const answered = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    const ofHalves = (read: (memory: MemoryInUse) => number) =>
      `${inMiB(read(first))} after the first half, ${inMiB(read(second))} after the second`;
    return [
      { name: 'requests', value: `${requests} over ${routes.length} routes` },
      { name: 'answers', value: answered.join(', ') },
      { name: 'slowest answer', value: `${slowestMs.toFixed(0)} ms` },
      { name: 'memory in use', value: ofHalves(({ usedBytes }) => usedBytes) },
      { name: 'memory of the process', value: ofHalves(({ residentBytes }) => residentBytes) },
    ];
  },
};

const inMiB = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;

/** The status of the answer. Throws WrongResult for a 500, and without an answer. */
async function ask(business: Business, { method, url }: Route, number: number): Promise<number> {
  const path = url.replaceAll(/:[a-z_]+|\*/g, () => pick(IDS, number));
  const query = number % 3 === 0 ? `?${pick(QUERIES, number)}` : '';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const [type, body] = pick(BODIES, number);
  const answer = await fetch(`${business.address}/api/${path}${query}`, {
    method,
    headers: {
      authorization: number % 20 === 0 ? 'Bearer a.b.c' : `Bearer ${await business.token()}`,
      'idempotency-key': number % 7 === 0 ? '%00' : `hostile ${number}`,
      ...(hasBody ? { 'content-type': type } : {}),
    },
    ...(hasBody ? { body: body(number) } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => toError(error));
  const requested = `${method} ${path}${query} (${number})`;
  if (answer instanceof Error) mustHold(false, `${requested}: ${answer.message}`);
  const text = await answer.text();
  mustHold(answer.status < 500 || answer.status === 503, `${requested}: ${answer.status} ${text.slice(0, 500)}`);
  return answer.status;
}

/** A different choice for each number, without a visible pattern. */
const pick = <Value>(from: readonly Value[], number: number): Value =>
  defined(from[(Math.imul(number, 0x9e3779b1) >>> 0) % from.length]);

const IDS = [
  '1',
  '0',
  '-1',
  '4242',
  '2147483648',
  '99999999999999999999',
  '1e3',
  '1.5',
  'NaN',
  'null',
  '٤٢',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  "1'%20or%20'1'='1",
  'constructor',
  '__proto__',
  'a'.repeat(2_000),
  '%F0%9F%92%A9',
];
const QUERIES = [
  'page=-1',
  'page=1e9&per_page=1e9',
  'per_page=0',
  "sortColumn=id;drop%20table%20x&sortDir='",
  'sortColumn=constructor',
  'filter[constructor]=1',
  'filter[id][]=1&filter[id]=2',
  'search=%00',
  `search=${'x'.repeat(5_000)}`,
  'as_at=2026-02-31',
  'as_at=-9999-01-01',
  'known_at=99999999999999999999',
  'dry_run=maybe',
  '__proto__[a]=1',
  'from=a&to=b&compare=c',
  '%=%',
];
const json = (value: unknown) => () => JSON.stringify(value);
const nested = (depth: number) => () => '['.repeat(depth) + ']'.repeat(depth);
const JSON_TYPE = 'application/json';
const BODIES: readonly (readonly [type: string, body: (number: number) => string])[] = [
  [JSON_TYPE, () => '{"a":'],
  [JSON_TYPE, () => ''],
  [JSON_TYPE, () => '{"a":1e400}'],
  [JSON_TYPE, nested(20_000)],
  [JSON_TYPE, () => '{"__proto__":{"admin":true},"constructor":1,"toString":2,"hasOwnProperty":3}'],
  [JSON_TYPE, json(null)],
  [JSON_TYPE, json([])],
  [JSON_TYPE, json('text')],
  [JSON_TYPE, json({ lines: 'x', date: {}, outlet_fk: [], amount: -0, currency_fk: '1; select 1' })],
  [JSON_TYPE, json({ lines: Array.from({ length: 500 }, () => ({})), date: '2026-02-31', amount: '1e999' })],
  [
    JSON_TYPE,
    json({ date: '0000-00-00', time: '25:61', amount: '٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩', quantity: `1${'0'.repeat(400)}` }),
  ],
  [
    JSON_TYPE,
    (number) => JSON.stringify({ brand_name: `\u0000\u202e${number}`, note: '\ud800', name: 'x'.repeat(100_000) }),
  ],
  [JSON_TYPE, json({ ids: Array.from({ length: 5_000 }, (_, id) => id), action: 'complete', status: 'complete' })],
  [JSON_TYPE, (number) => JSON.stringify({ text: 'x'.repeat(number % 10 === 0 ? 3_000_000 : 10) })],
  ['text/plain', () => 'hello'],
  ['application/xml', () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['multipart/form-data; boundary=x', () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
  ['application/x-www-form-urlencoded', () => 'a[b][c]=1&__proto__[x]=1'],
];
