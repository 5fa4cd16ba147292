/**
 * Malformed and forged requests with the cookie of a device: no failure, no data of others, and guesses are limited.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { type ChainedEntry, entryHash } from '../../domain/till/device-entry.ts';
import { openOffice } from '../read-api/office.ts';
import { everyRoute, type Route } from '../support/every-route.ts';
import { unreadableIn } from '../support/readable.ts';
import type { Schema } from '../support/record-samples.ts';
import { WAYS, wrongValue } from '../support/wrong-values.ts';
import { SECRET } from './api.ts';
import { atTill, PIN } from './people.ts';
import { purchaseBody } from './shop.ts';
import {
  caughtUp,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
let routes: readonly Route[];
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  routes = (await everyRoute(shop.api.database.url, SECRET)).filter(({ authority }) => authority === 'enrolled_device');
});
afterAll(() => shop.api.close());

const parked = { parked_at: '2026-03-11T09:00:00.000Z', cashier_fk: 1, label: 'Rice', total: '1', cart: {} };

const HOSTILE_BODIES = [
  ...['', '{"entries":', 'null', '[]', '"text"', '7', '{"entries":[null,1,"x",[],{}]}', '{"entries":{}}'],
  ...[`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `{"entries":[${'{},'.repeat(99)}{}]}`],
  ...['{"__proto__":{"a":1},"constructor":1,"toString":2}', `{"user_fk":1,"pin":"\\u0000","rights":["\\u0000"]}`],
  ...['{"user_code":"\\ud800","pin":"1","rights":["constructor"]}', `{"entries":[{"uuid":"${'x'.repeat(100_000)}"}]}`],
];
const HOSTILE_QUERIES = [
  ...['after=-1', 'after=999999999999999999', 'after=9999999999999999999', 'after=%00', 'after=1&after=2', 'x=1'],
  ...['waiting=1&oldest_at=2026-02-30T10:00:00Z', 'waiting=1&oldest_at=0000-01-01T00:00:00Z', 'constructor=1'],
  ...['waiting=1&oldest_at=2026-03-11T99:99:99Z', 'waiting=9999999&refused=9999999', 'waiting=1&version=%00'],
];

async function ask(
  { method, url }: Route,
  { query = '', payload = '{}', cookie = till.device.cookie, language = 'ckb' },
) {
  const answer = await shop.api.app.inject({
    method,
    url: `/api/${url.replace(':uuid', uuid())}${query && `?${query}`}`,
    headers: {
      cookie,
      'accept-language': language,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  });
  return { status: answer.statusCode, text: answer.body };
}

/** Returns the answers that are a server error, or that have words which a reader of Kurdish cannot read. */
function wrongIn(asked: string, { status, text }: { status: number; text: string }, said: string): string[] {
  if (status >= 500) return [`${asked}: ${status} ${text.slice(0, 200)}`];
  if (status < 400) return [];
  const { message, errors = {} } = JSON.parse(text) as { message: string; errors?: Record<string, string[]> };
  const sentences = [message, ...Object.values(errors).flat()];
  return sentences.flatMap((sentence) =>
    unreadableIn(sentence, said).map((found) => `${asked}: ${found} in ${sentence}`),
  );
}

describe('every route of a device', () => {
  it('is asked here', () => {
    expect(routes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      ...['GET till/catalogue', 'GET till/orders', 'GET till/parked', 'GET till/pictures/:attachment'],
      ...[
        'GET till/receipts/:number',
        'GET till/state',
        'POST till/approvals',
        'POST till/entries',
        'POST till/parked',
      ],
      ...['POST till/parked/:uuid/end', 'POST till/parked/:uuid/take'],
    ]);
  });

  it('is closed to whoever is no device, or no longer one', async () => {
    const gone = await newDevice(shop, { till_name: 'Gone' });
    await shop.api.send('POST', `tills/${gone.till}/revoke`);
    const bodies: Readonly<Record<string, object>> = {
      'till/approvals': { user_fk: shop.cashier, pin: PIN, rights: ['x'] },
      'till/entries': { entries: [till.opened] },
      'till/parked': { uuid: uuid(), ...parked },
    };
    for (const route of routes) {
      const payload = JSON.stringify(bodies[route.url] ?? {});
      for (const cookie of ['', 'daftar_till=', 'daftar_till=guessed', gone.cookie]) {
        expect([route.url, cookie, (await ask(route, { payload, cookie })).status]).toEqual([route.url, cookie, 401]);
      }
    }
  });

  it('breaks at nothing that it is sent, and says so in words', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      const name = `${route.method} ${route.url}`;
      for (const query of HOSTILE_QUERIES)
        wrong.push(...wrongIn(`${name}?${query}`, await ask(route, { query }), query));
      if (route.method === 'GET') continue;
      const schema = route.body as unknown as Schema | undefined;
      const bodies = schema ? WAYS.map((way) => JSON.stringify(wrongValue(schema, way))) : [];
      for (const payload of [...HOSTILE_BODIES, ...bodies]) {
        wrong.push(...wrongIn(`${name} ${payload.slice(0, 60)}`, await ask(route, { payload }), payload));
      }
    }
    expect(wrong).toEqual([]);
  });
});

const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);
const UNREADABLE = '\u0000\ud800';
const HOSTILE_VALUES: readonly unknown[] = [
  ...['', '\u0000', '-1', '1e999', '9'.repeat(400), '2026-99-99T99:99:99.999Z', '9999-12-31T23:59:59.999Z', '\ud800'],
  ...[0, -1, 2_147_483_648, 9_000_000_000_000, Number.MAX_SAFE_INTEGER, 1.5, null, true, [], {}, { id: 2_147_483_647 }],
];

/** The value with each of its parts replaced, one at a time. */
function* replaced(value: unknown, by: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const put = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.map((each, at) => (String(at) === name ? other : each))
        : { ...value, [name]: other };
    yield put(by);
    for (const within of replaced(inner, by)) yield put(within);
  }
}

describe('an entry', () => {
  it('of which any part is replaced is stored or refused, and those beside it are stored', async () => {
    const cashier = { cashier: shop.cashier };
    await send(shop.api, till.device, [till.opened]);
    const content = receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number });
    const receipt = await till.device.chain.next(content, cashier);
    const { hash: _, ...signed } = receipt;
    const states = new Map<string, number>();
    for (const value of HOSTILE_VALUES) {
      const entries = [...replaced(signed, value)] as ChainedEntry[];
      const hashed = await Promise.all(
        entries.map(async (entry) => ({ ...entry, hash: await entryHash(entry, digest) })),
      );
      for (let from = 0; from < hashed.length; from += 100) {
        const some = hashed.slice(from, from + 100);
        const route = routes.find(({ url }) => url === 'till/entries') as Route;
        const { status, text } = await ask(route, { payload: JSON.stringify({ entries: some }) });
        // No text of the API may contain these characters: such a body is refused.
        const isUnreadable =
          typeof value === 'string' && [...UNREADABLE].some((character) => value.includes(character));
        expect([value, status, status < 500 ? '' : text]).toEqual([value, isUnreadable ? 400 : 200, '']);
        const { data = [] } = JSON.parse(text) as { data?: { state: string }[] };
        for (const { state } of data) states.set(state, (states.get(state) ?? 0) + 1);
      }
    }
    expect([...states.keys()].sort()).toEqual(expect.arrayContaining(['refused', 'stored']));
    expect(await send(shop.api, till.device, [receipt])).toMatchObject([{ uuid: receipt.uuid }]);
    const after = receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number });
    const next = await till.device.chain.next(after, cashier);
    expect(await send(shop.api, till.device, [next])).toMatchObject([{ state: 'stored' }]);
  });
});

describe('what a device is told', () => {
  it('has nothing of another outlet, and nothing that goods cost', async () => {
    const outlet = await shop.api.add('outlets', { outlet_name: 'Airport' });
    const elsewhere = { outlet_fk: outlet };
    const inventory = await shop.api.add('inventories', { inventory_name: 'Airport store', ...elsewhere });
    const cash = await shop.api.add('cashes', {
      account_name: 'Airport box',
      cash_type: 1,
      currency_fk: 1,
      ...elsewhere,
    });
    const other = { ...shop, outlet, inventory, cash };
    await newCashier(other, 'Airporter');
    const lines = (price: string) => ({ lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price }] });
    await shop.api.add('purchases', purchaseBody(shop, '10', lines('6133713')));
    const there = { ...elsewhere, inventory_fk: inventory, reference_number: 'AIRPORT-7' };
    await shop.api.add('purchases', purchaseBody(shop, '77', { ...there, ...lines('6133913') }));
    await caughtUp(shop.api);
    // till-receipts.test.ts and till-paper.test.ts request a single receipt and picture.
    for (const route of routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'))) {
      const { status, text } = await ask(route, {});
      expect([route.url, status, text.match(/airport/gi)]).toEqual([route.url, 200, null]);
      expect([route.url, text.match(/6133[79]13|average_cost|purchase_price|"cost"/g)]).toEqual([route.url, null]);
    }
  });

  it('has of its cashiers what a till may do, and neither a PIN nor what the office may', async () => {
    await newCashier(
      shop,
      'Owner',
      allPermissions().filter((name) => !name.startsWith('users/')),
    );
    await caughtUp(shop.api);
    const { text } = await ask(routes.find(({ url }) => url === 'till/catalogue') as Route, {});
    const cashiers = text.split('\n').find((line) => line.includes('"table":"cashiers"')) ?? '';
    expect(cashiers).toContain('Owner');
    expect(cashiers).toContain('pos_sales/store');
    expect(cashiers).not.toMatch(/roles\/|sales\/store(?<!pos_sales\/store)|hash|pin|email/);
  });
});

describe('guessing the PIN of a supervisor', () => {
  it('locks them at that till as at sign-in, the right one too, and nobody else', async () => {
    const rights = ['sales/below_minimum_price'];
    const [boss, other] = [await newCashier(shop, 'Boss', rights), await newCashier(shop, 'Deputy', rights)];
    const approve = (user_fk: number, pin: string) =>
      shop.api.send(
        'POST',
        'till/approvals',
        { user_fk, pin, rights },
        { token: '', headers: { cookie: till.device.cookie } },
      );
    for (const pin of ['135792', '246813', '357924', '468135', '579246']) {
      expect((await approve(boss, pin)).status).toBe(422);
    }
    const held = await approve(boss, PIN);
    expect([held.status, Number(held.headers['retry-after']) > 0]).toEqual([429, true]);
    const signIn = { outlet_fk: shop.outlet, user_fk: boss, pin: PIN };
    expect((await atTill(shop.api, till.device.cookie, signIn)).status).toBe(429);
    expect((await approve(other, PIN)).status).toBe(200);
  });
});
