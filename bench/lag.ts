/**
 * The time from the answer to a command until its rows are in every read model, at half of the machine's highest rate.
 * Commands run through the real pipeline in this process; the projector is a separate process.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { registryOf } from '../command-api/aggregates/aggregate-types.ts';
import { CommandHandler } from '../command-api/handling/handler.ts';
import type { Actor } from '../domain/deciding/facts.ts';
import { documents } from '../domain/registry/documents.ts';
import { records } from '../domain/registry/records.ts';
import { openPostgresStore } from '../event-store/postgres/store.ts';
import { type Figure, mustHold, percentile, perSecond, ratePerSecond, type Scenario, scaled } from './measure.ts';
import { startProjector } from './programs.ts';
import { Projected } from './projected.ts';

const CLIENTS = 16;
const WARM_UP = 300;
const AT_FULL_RATE = 1_000;
const SECONDS = 10;
const P99_MS = 150;
const LINES = 5;
const ITEMS = 200;
const everyone: Actor = {
  user_id: 1,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
};

export const lag: Scenario = {
  name: 'lag',
  about: 'from the answer of a five-line sale to its rows in every read model, at half the top rate',
  async run({ size, databaseUrl }) {
    const items = scaled(ITEMS, size, LINES);
    const warmUp = scaled(WARM_UP, size, CLIENTS);
    const atFullRate = scaled(AT_FULL_RATE, size, 2 * CLIENTS);
    const store = await openPostgresStore({ url: databaseUrl });
    const projector = startProjector(databaseUrl);
    try {
      await untilReady(databaseUrl);
      const projected = await Projected.listen(databaseUrl);
      const handler = new CommandHandler({
        store,
        kinds: registryOf(documents, records),
        averages: async () => new Map(),
      });
      const enter = entry(handler);
      await openShop(enter, items);
      const sell = async (number: number) => (await enter('sale', saleBody(number, items))).position;
      await ratePerSecond(CLIENTS, warmUp, sell);
      const rate = await ratePerSecond(CLIENTS, atFullRate, sell);
      await projected.reaches(await store.head());
      const half = rate / 2;
      const lags = await atRate(half, scaled(half * SECONDS, size, CLIENTS), sell, projected);
      await check(databaseUrl, warmUp + atFullRate + lags.length);
      await projected.close();
      return figures(rate, lags);
    } finally {
      await projector.stop();
      await store.close();
    }
  },
};

function figures(rate: number, lags: readonly number[]): Figure[] {
  const p99 = percentile(lags, 0.99);
  return [
    { name: 'top rate', value: perSecond(rate, 'sales') },
    { name: 'at half of it', value: `median ${percentile(lags, 0.5).toFixed(0)} ms` },
    {
      name: 'p99',
      value: `${p99.toFixed(0)} ms`,
      target: { text: `at most ${P99_MS} ms`, reached: p99 <= P99_MS },
    },
  ];
}

/** Sales at a steady rate, whether or not earlier ones are projected. */
async function atRate(
  rate: number,
  count: number,
  sell: (number: number) => Promise<bigint | undefined>,
  projected: Projected,
): Promise<number[]> {
  const startedMs = performance.now();
  const lags: Promise<number>[] = [];
  for (let number = 0; number < count; number += 1) {
    const waitMs = startedMs + (number * 1_000) / rate - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    lags.push(
      sell(number).then(async (position) => {
        const answeredMs = performance.now();
        return Math.max(0, (await projected.reaches(position ?? 0n)) - answeredMs);
      }),
    );
  }
  return Promise.all(lags);
}

async function check(url: string, sales: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ sales: string; lines: string; off: string }>(
    `select (select count(*) from read.document where kind = 'sale' and status = 'complete') as sales,
       (select count(*) from read.stock_line where document_kind = 'sale') as lines,
       (select count(*) from (select from read.journal_line group by position, entry_no having sum(base) <> 0) e) as off`,
  );
  await client.end();
  const [row] = rows;
  mustHold(Number(row?.sales) === sales, `${row?.sales} of ${sales} sales are there`);
  mustHold(Number(row?.lines) === sales * LINES, `${row?.lines} of ${sales * LINES} lines left the stock`);
  mustHold(Number(row?.off) === 0, `${row?.off} entries do not balance`);
}

async function untilReady(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ ready: boolean }>('select count(*) = 4 as ready from projection.owner');
    if (rows[0]?.ready) break;
    await sleep(50);
  }
  await client.end();
}

const entry = (handler: CommandHandler) => async (kind: string, body: object) => {
  const declaration = [...documents, ...records].find((document) => document.kind === kind);
  if (!declaration) throw new Error(`no kind ${kind}`);
  const commands = 'create' in declaration ? declaration.create(body) : [{ type: 'register', data: body }];
  return handler.handle({ declaration, commands, body, actor: everyone, commandId: randomUUID() });
};

/** In an empty log the first record of each kind has number 1. */
async function openShop(enter: ReturnType<typeof entry>, items: number): Promise<void> {
  await enter('currency', { currency_name: 'Dinar', symbol: 'IQD', decimals: 0 });
  await enter('system_setting', { business_name: 'Bench', currency_fk: 1, allow_negative_stock: true });
  const year = new Date().getUTCFullYear();
  await enter('financial_year', { year_name: String(year), start_date: `${year}-01-01`, end_date: `${year}-12-31` });
  await enter('outlet', { outlet_name: 'Outlet' });
  await enter('inventory', { inventory_name: 'Store', outlet_fk: 1 });
  await enter('cash', { account_name: 'Till', cash_type: 1, currency_fk: 1, outlet_fk: 1 });
  await enter('unit', { unit_name: 'Piece' });
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
  for (let number = 1; number <= items; number += 1) {
    await enter('item', { item_name: `Item ${number}`, item_units: [unit] });
  }
}

function saleBody(number: number, items: number): object {
  return {
    outlet_fk: 1,
    inventory_fk: 1,
    date: new Date().toISOString().slice(0, 10),
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: 1,
    status: 'complete',
    lines: Array.from({ length: LINES }, (_, line) => ({
      item_fk: ((number * 7 + line * 31) % items) + 1,
      unit_fk: 1,
      quantity: '1',
      price: '1000',
    })),
  };
}
