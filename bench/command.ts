/**
 * Five-line sales entered and completed over HTTP by 32 clients, with every check and claim, compared with events
 * appended to the same log by 32 writers. The API runs as a separate process, as in production.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { openEventStore, type StorePlace } from '../event-store/opening/open.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { openKurrent } from './kurrentdb.ts';
import {
  type Figure,
  median,
  mustHold,
  percentile,
  perSecond,
  type Run,
  ratePerSecond,
  type Scenario,
  scaled,
} from './measure.ts';
import { type Call, CLIENTS, caller, LINES, openShop, PASSWORD, type Shop, sell, startApi } from './selling-shop.ts';

const ROUNDS = 3;
const WARM_UP = 500;
const SALES = 2_500;
const EVENTS = 10_000;
const ITEMS = 200;

export const command: Scenario = {
  name: 'command',
  about: 'five-line sales completed over HTTP by 32 clients, all checks and claims, beside append at 32 writers',
  async run(run) {
    const figures = await inShop(run);
    const server = await openKurrent(run.serverUrl);
    try {
      const { databaseUrl, url } = server;
      const size = run.size * KURRENT_SHARE;
      const [sales, answer] = await inShop({ ...run, size, databaseUrl, eventStoreUrl: url });
      const own = [sales, answer].flatMap((figure) => (figure ? [figure] : []));
      // The targets apply to the default store.
      return [
        ...figures,
        ...own.map(({ target: _, ...figure }) => ({ ...figure, name: `${server.name}, ${figure.name}` })),
      ];
    } finally {
      await server.close();
    }
  },
};

const KURRENT_SHARE = 0.1;

interface ShopRun extends Run {
  readonly eventStoreUrl?: string | undefined;
}

async function inShop(run: ShopRun): Promise<Figure[]> {
  const { size, databaseUrl, eventStoreUrl } = run;
  const place = { databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) };
  const first = await ensureFirstUser({ ...place, password: PASSWORD, rate: '1480' });
  const api = await startApi(databaseUrl, eventStoreUrl);
  try {
    const call = caller(api.port);
    const session = await call('auth/login', { email: first?.email, password: PASSWORD });
    const signedIn = caller(api.port, String(session['access_token']));
    return await measure(run, signedIn, await openShop(signedIn, scaled(ITEMS, size, LINES)));
  } finally {
    await api.stop();
  }
}

async function measure({ size, databaseUrl, eventStoreUrl }: ShopRun, call: Call, shop: Shop): Promise<Figure[]> {
  const place = { databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) };
  const rounds = scaled(ROUNDS, size, 1);
  const salesOfRound = scaled(SALES, size, CLIENTS);
  const warmUp = scaled(WARM_UP, size, CLIENTS);
  await sell(call, shop, warmUp);
  const latencies: number[] = [];
  const sales: number[] = [];
  const appends: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    appends.push(await appendRate(place, scaled(EVENTS, size, CLIENTS)));
    sales.push(await sell(call, shop, salesOfRound, latencies));
  }
  await check(databaseUrl, shop, warmUp + rounds * salesOfRound);
  const ratio = median(sales) / median(appends);
  const p99 = percentile(latencies, 0.99);
  return [
    {
      name: `${CLIENTS} clients`,
      value: perSecond(median(sales), 'sales'),
      reference: { name: 'append', value: perSecond(median(appends), 'events'), ratio },
      target: { text: 'at least 0.4 ×', reached: ratio >= 0.4 },
    },
    {
      name: 'answer',
      value: `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      target: { text: 'p99 at most 50 ms', reached: p99 <= 50 },
    },
  ];
}

/** Events of a sale's size, one for each append, like the scenario `append`. */
async function appendRate(place: StorePlace, events: number): Promise<number> {
  const store = await openEventStore(place);
  const data = { date: '2025-03-01', customer_fk: 12, lines: [{ item_fk: 481, quantity: '2' }], note: 'x'.repeat(160) };
  try {
    return await ratePerSecond(CLIENTS, events, async () => {
      const commandId = randomUUID();
      const events = [{ id: randomUUID(), type: 'measured.event', v: 1, data }];
      const writes = [{ stream: `measured-${commandId}`, expectedRevision: NO_STREAM, events }];
      await store.append({ commandId, writes, claims: [], meta: { actor: '1', commandId } });
    });
  } finally {
    await store.close();
  }
}

/** Every sale exists, numbers have no gap, and stock and cash match. */
async function check(url: string, { items }: Shop, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const one = async (text: string) => Number((await client.query({ text, rowMode: 'array' })).rows[0]?.[0]);
  // On KurrentDB the last commands are answered before their intents are settled.
  while ((await one(`select count(*) from claim.intent`)) > 0) await setTimeout(20);
  const completed = await one(`select sum(last) from claim.series where series ^@ 'sale:'`);
  const given = await one(
    `select count(distinct n) from log.command, json_array_elements_text(numbers) n where n ^@ 'S-'`,
  );
  const stock = await one(`select sum(total) from claim.level where key ^@ 'stock:'`);
  const cash = await one(`select total from claim.level where key = 'cash:1'`);
  await client.end();
  mustHold(
    completed === count && given === count,
    `${count} sales were answered, ${given} of ${completed} have a number`,
  );
  mustHold(stock === items.length * 1_000_000 - count * LINES, `the stock is ${stock}`);
  mustHold(cash === count * LINES * 1_000, `the cash is ${cash}`);
}
