import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import { recalculateWork } from '../../command-api/jobs/recalculate.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { over } from '../handling/interleaving.ts';
import { everyone } from '../projector/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

interface Result {
  readonly plan: { readonly position: string; readonly digest: string; readonly differences: number };
  readonly differences: readonly Record<string, unknown>[];
  readonly elsewhere: number;
  readonly committed: boolean;
  readonly stale: boolean;
}

const PROGRAM = fileURLToPath(new URL('../../projector/recalculation/main.ts', import.meta.url));

let office: Office;
let shop: Shop;
let books: pg.Client;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  books = new pg.Client({ connectionString: office.database.url });
  await books.connect();
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '3'));
});
afterAll(async () => {
  await books.end();
  await office.close();
});

const ask = (body: object = {}) => office.add('recalculations', { date: '2026-01-01', ...body });

async function work(recalculation_fk: number, plan?: Result['plan']): Promise<Result> {
  const job = await office.send('POST', 'jobs/recalculate', { recalculation_fk, ...(plan ? { plan } : {}) });
  return resultOf<Result>(office, String(job.body.data['job_id']));
}

const costOfGoods = async () => {
  const { rows } = await books.query<{ base: string }>(
    `select trim_scale(sum(base))::text as base from read.journal_line where account = 5100`,
  );
  return rows[0]?.base;
};

/** The present detail: the job stores its events outside of the office, whose reads do not wait for them. */
const shownOf = async (id: number) => (await office.read(`recalculations/${id}`)).data;

it('differs nowhere in books that are right, so that there is nothing to commit', async () => {
  const id = await ask();
  const shown = await work(id);
  expect(shown).toMatchObject({ differences: [], elsewhere: 0, committed: false, plan: { differences: 0 } });
  expect(await work(id, shown.plan)).toMatchObject({ committed: false, stale: true });
});

it('shows every difference of books that are wrong by account, document and month, and commits exactly these', async () => {
  const schema = await books.query<{ schema: string }>(`select schema from projection.build where status = 'current'`);
  // Changes a table directly.
  await books.query(`update ${schema.rows[0]?.schema}.journal_line set base = base + 100 where account = 5100`);
  await books.query(
    `update ${schema.rows[0]?.schema}.journal_line set base = base - 100 where account = ${131000000 + shop.inventory} and kind = 'cost'`,
  );
  expect(await costOfGoods()).toBe('1900');
  const id = await ask({ item_fk: [shop.item] });
  const shown = await work(id);
  expect(shown.differences).toEqual([
    expect.objectContaining({
      account: 5100,
      document: 'sale-1',
      number: 'S-000001',
      month: '2026-03-01',
      before: '1900',
      after: '1800',
    }),
    expect.objectContaining({
      account: 131000000 + shop.inventory,
      document: 'sale-1',
      before: '-1900',
      after: '-1800',
    }),
  ]);
  const other = await work(id, { ...shown.plan, digest: 'a'.repeat(64) });
  expect(other).toMatchObject({ committed: false, stale: true });
  expect(await costOfGoods()).toBe('1900');
  expect(await work(id, shown.plan)).toMatchObject({ committed: true, stale: false });
  expect(await costOfGoods()).toBe('1800');
  await expect.poll(() => shownOf(id)).toMatchObject({ status: 'committed', number: 'RC-000001' });
  expect((await work(await ask())).differences).toEqual([]);
});

it('is committed by the next process, when this one is killed between the books and the event', async () => {
  await office.read('financial_reports/trial_balance');
  const schema = await books.query<{ schema: string }>(`select schema from projection.build where status = 'current'`);
  await books.query(`update ${schema.rows[0]?.schema}.journal_line set base = base + 100 where account = 5100`);
  const id = await ask();
  const shown = await work(id);
  expect(shown.plan.differences).toBe(1);
  const commands = await openCommands({ databaseUrl: office.database.url });
  const killed = over(commands.store, () => new Promise(() => undefined));
  const handler = new CommandHandler({ store: killed, kinds: commands.kinds, averages: async () => new Map() });
  const program = { program: PROGRAM, databaseUrl: office.database.url };
  const dying = recalculateWork({ ...commands, handler }, program, async () => everyone);
  const data = { recalculation_fk: id, user_id: 1, plan: shown.plan };
  void dying(data, { progress: async () => undefined, signal: new AbortController().signal });
  await until(async () => (await costOfGoods()) === '1800');
  expect(await shownOf(id)).toMatchObject({ status: 'asked' });
  expect(await work(id, shown.plan)).toMatchObject({ committed: true, stale: false });
  await expect.poll(() => shownOf(id)).toMatchObject({ status: 'committed' });
  expect(await costOfGoods()).toBe('1800');
  await commands.close();
});

it('shows only the requested goods, and commits nothing while others have differences too', async () => {
  const schema = await books.query<{ schema: string }>(`select schema from projection.build where status = 'current'`);
  await books.query(`update ${schema.rows[0]?.schema}.journal_line set base = base + 100 where account = 5100`);
  const id = await ask({ date: '2026-06-01' });
  const shown = await work(id);
  expect(shown).toMatchObject({ differences: [], elsewhere: 1 });
  expect((await office.send('POST', `recalculations/${id}/discard`)).status).toBe(200);
});
