/**
 * PostgreSQL is killed during a job: the job continues when PostgreSQL is available again, and stores nothing twice.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import pg, { type QueryResultRow } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { closeYearWork } from '../../command-api/jobs/close-year.ts';
import { ensureJobTables } from '../../command-api/jobs/job-tables.ts';
import { type JobQueue, type JobView, type JobWork, openJobQueue } from '../../command-api/jobs/queue.ts';
import { rebuildWork } from '../../command-api/jobs/rebuild.ts';
import { recalculateWork } from '../../command-api/jobs/recalculate.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { commandApi } from '../../command-api/server.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { describeBegunWork } from '../../launcher/health/half-done.ts';
import { runProjector } from '../../projector/projector.ts';
import { Api, PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { openShop } from '../api/shop.ts';
import { requestOf, rowsOf, start } from '../imports/requests.ts';
import { everyone } from '../projector/shop.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { sleep, until } from '../support/waiting.ts';

const LIMITS = { documents: 2, claims: 10_000, bytes: 1_000_000 };
const INCOMES = 7;
const ROWS = 200;
const DRAFTS = 120;

const programAt = (folder: string) => ({
  program: fileURLToPath(new URL(`../../projector/${folder}/main.ts`, import.meta.url)),
  databaseUrl: postgres.url,
});

const postgres = new OwnPostgres();
let api: Api;
let commands: Commands;
let queue: JobQueue;
let stopProjector: () => Promise<void>;
/** Kills PostgreSQL once, when the running job prints such a line. */
let killAt: RegExp | undefined;
let begun = 0;
/** The report of doctor before the kill. */
let doctorSaid = '';
const ask = <Row extends QueryResultRow>(sql: string) =>
  onDatabase(postgres.url, async (client) => (await client.query<Row>(sql)).rows);
let wrong: number;
let right: number;
let inDollars: object;

/** Longer than a job needs to notice it, and shorter than the timeout of a test. */
const AWAY_MS = 2_000;
let isBack: Promise<void> | undefined;

async function outage(): Promise<void> {
  await postgres.kill();
  isBack = sleep(AWAY_MS).then(() => postgres.startAgain());
}

/** Counts how often the job is started, and kills PostgreSQL during it. */
const killed =
  (work: JobWork): JobWork =>
  async (data, context) => {
    begun += 1;
    const progress = async (line: string) => {
      await context.progress(line);
      if (!killAt?.test(line)) return;
      killAt = undefined;
      doctorSaid = await describeBegunWork(ask, '; ', true);
      await outage();
    };
    return work(data, { ...context, progress });
  };

beforeAll(async () => {
  await postgres.start();
  const databaseUrl = postgres.url;
  await ensureJobTables(databaseUrl);
  const first = await ensureFirstUser({ databaseUrl, clock: () => TODAY, password: PASSWORD, rate: '1480' });
  stopProjector = await startProjector(databaseUrl);
  const app = Fastify();
  await app.register(commandApi({ databaseUrl, clock: () => TODAY, secrets: { jwtSecret: SECRET }, dataDir: '' }), {
    prefix: '/api',
  });
  await app.ready();
  api = new Api(app, { url: databaseUrl, drop: async () => undefined });
  api.token = await api.signIn(first?.email ?? '', PASSWORD);
  commands = await openCommands({ databaseUrl });
  commands.pool.on('error', () => undefined);
  const actor = async () => everyone;
  queue = await openJobQueue({
    databaseUrl,
    name: 'outages',
    works: {
      recalculate: killed(recalculateWork(commands, programAt('recalculation'), actor, LIMITS)),
      close_year: killed(closeYearWork(commands, programAt('closing'), actor)),
      rebuild: killed(rebuildWork(programAt('rebuild'), actor)),
    },
    onError: () => undefined,
    answers: () => commands.store.head(),
  });
  await enterIncomes();
});
afterAll(async () => {
  await queue?.close();
  await commands?.close();
  await api?.close();
  await stopProjector?.();
  await postgres.stop();
});

async function startProjector(databaseUrl: string): Promise<() => Promise<void>> {
  const store = await openEventStore({ databaseUrl });
  const stopping = new AbortController();
  const running = runProjector({ store, databaseUrl, signal: stopping.signal });
  return async () => {
    stopping.abort();
    await running;
    await store.close();
  };
}

/** Incomes of a day with a wrong rate. */
async function enterIncomes(): Promise<void> {
  const { outlet } = await openShop(api);
  const account_fk = await api.add('cashes', { account_name: 'Dollar box', cash_type: 1, currency_fk: 2 });
  const income_type_fk = await api.add('income_types', { type_name: 'Rent' });
  const rate = (of: string) => api.add('currency_rates', { date: '2026-03-01', rate: of, in_rate: of });
  [wrong, right] = [await rate('1490'), await rate('1470')];
  const money = { currency_fk: 2, payment_type: 'cash', account_fk };
  inDollars = { outlet_fk: outlet, date: '2026-03-04', ...money, status: 'complete' };
  for (let n = 0; n < INCOMES; n += 1) {
    await api.add('incomes', { ...inDollars, income_type_fk, rate_fk: wrong, amount: '40' });
  }
}

/** The result of a job whose database is killed at the first such line, and how often it was started. */
async function interrupted(name: string, data: Record<string, unknown>, line: RegExp): Promise<JobView> {
  [begun, killAt] = [0, line];
  const id = randomUUID();
  await queue.add(name, { user_id: 1, ...data }, id);
  const ended = await until(
    async () => {
      const job = await queue.find(id).catch(() => undefined);
      return (job?.state === 'completed' || job?.state === 'failed') && job;
    },
    { what: name },
  );
  await isBack;
  return ended;
}

/** A completed job of the API. */
const endOf = (jobId: string): Promise<Record<string, unknown>> =>
  until(async () => {
    const { status, body } = await api.send('GET', `jobs/${jobId}`);
    return status === 200 && ['completed', 'failed'].includes(String(body.data['state'])) && body.data;
  });

const valuesOf = (sql: string, ...values: readonly unknown[]): Promise<string[]> =>
  onDatabase(postgres.url, async (client) => {
    const { rows } = await client.query<{ value: string }>(sql, [...values]);
    return rows.map(({ value }) => value);
  });

describe('PostgreSQL that is killed in the middle of', () => {
  it('a corrected rate in several appends: the rest is corrected, each document once', async () => {
    const recalculation_fk = await api.add('recalculations', { date: '2026-03-01', rate_fk: wrong, to_rate_fk: right });
    const shown = await interrupted('recalculate', { recalculation_fk }, /^never$/);
    const { plan } = shown.result as { readonly plan: object };
    const { state, result, error } = await interrupted(
      'recalculate',
      { recalculation_fk, plan },
      /^corrected [2-9] of/,
    );
    expect([state, error, begun > 1]).toEqual(['completed', null, true]);
    expect(result).toMatchObject({ committed: true });
    const corrected = await valuesOf(
      `select stream as value from log.event where type = 'income.rate_corrected' order by position`,
    );
    expect([corrected.length, new Set(corrected).size]).toEqual([INCOMES, INCOMES]);
    const own = await valuesOf(
      'select type as value from log.event where stream = $1',
      `recalculation-${recalculation_fk}`,
    );
    expect(own.filter((type) => type.endsWith('.committed'))).toHaveLength(1);
  });

  it('an action on many documents: each is completed once, and their numbers have no gap', async () => {
    const account_fk = await api.add('cashes', { account_name: 'Dinar box', cash_type: 1, currency_fk: 1 });
    const income_type_fk = await api.add('income_types', { type_name: 'Parking' });
    const money = { currency_fk: 1, payment_type: 'cash', account_fk, amount: '1000' };
    const draft = { ...inDollars, ...money, income_type_fk, status: 'draft' };
    const ids: number[] = [];
    while (ids.length < DRAFTS) ids.push(await api.add('incomes', draft));
    const completed = () =>
      valuesOf(
        `select data ->> 'number' as value from log.event
         where type = 'income.completed' and split_part(stream, '-', 2)::int = any($1)`,
        ids,
      );
    const jobId = String((await api.send('POST', 'incomes/bulk', { action: 'complete', ids })).body.data['job_id']);
    await until(async () => (await completed()).length >= DRAFTS / 5, { everyMs: 5 });
    await outage();
    await isBack;
    expect((await completed()).length).toBeLessThan(DRAFTS);
    expect(await endOf(jobId)).toMatchObject({
      state: 'completed',
      result: { done: ids, unchanged: [], refused: [], cancelled: false },
    });
    const numbers = (await completed()).map((number) => Number(/\d+$/.exec(number)?.[0])).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: DRAFTS }, (_, n) => (numbers[0] ?? 0) + n));
  });

  it('a rebuild of the read models, at its last step: it is made again, and readers have the new ones', async () => {
    const currentBuilds = () => valuesOf(`select schema as value from projection.build where status = 'current'`);
    const before = await currentBuilds();
    // A rebuild cannot replace tables while they are read; the connection of the reader ends with PostgreSQL.
    const reader = new pg.Client({ connectionString: postgres.url });
    reader.on('error', () => undefined);
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from read.event limit 1');
    const { state, result, error } = await interrupted('rebuild', {}, /^verifying$/);
    expect([state, error, begun > 1]).toEqual(['completed', null, true]);
    expect((result as { lines: string[] }).lines.join('\n')).toMatch(/^taken over$.*^\d+ events to position/ms);
    const after = await currentBuilds();
    expect([after.length, after[0] === before[0]]).toEqual([1, false]);
    expect(await valuesOf(`select schema as value from projection.build where status = 'filling'`)).toEqual([]);
  });

  it('a close of a year: its days stay shut, and it is closed', async () => {
    // Spends the foreign money, which would otherwise need a revaluation first.
    const expense_type_fk = await api.add('expense_types', { type_name: 'Repairs' });
    await api.add('expenses', { ...inDollars, expense_type_fk, rate_fk: right, amount: String(40 * INCOMES) });
    const [year] = await valuesOf(
      `select split_part(stream, '-', 2) as value from log.event where type = 'financial_year.registered' limit 1`,
    );
    const started = await api.send('POST', 'year_closes', {
      financial_year_fk: Number(year),
      confirmed: true,
    });
    const year_close_fk = Number(started.body.data['id']);
    const { state, result, error } = await interrupted('close_year', { year_close_fk }, /^read \d+ events/);
    expect(result).toMatchObject({ outcome: 'closed' });
    expect(doctorSaid).toMatch(new RegExp(`^year_close-${year_close_fk} is being stored since .*; its job goes on$`));
    // The read models contain the end of the close a moment after its job has ended.
    const doctorSays = () => describeBegunWork(ask, '; ', true).catch(String);
    await expect.poll(doctorSays, { timeout: LIMIT_MS }).toBe('nothing is half done');
    expect([state, error, begun > 1]).toEqual(['completed', null, true]);
    expect(
      await valuesOf(
        'select type as value from log.event where stream = $1 order by revision',
        `year_close-${year_close_fk}`,
      ),
    ).toEqual(['year_close.started', 'year_close.closed']);
  });

  it('an import: every row is stored once', async () => {
    const cells = Array.from({ length: ROWS }, (_, n) => ({
      item_name: `Cut ${n}`,
      base_unit: 'Bag',
      barcode: `CUT${n}`,
    }));
    const jobId = String((await start(api, 'items', requestOf(rowsOf(cells)))).body.data['job_id']);
    const there = () =>
      valuesOf(`select data ->> 'item_name' as value from log.event where type = 'item.registered'
        and data ->> 'item_name' like 'Cut %'`);
    await until(async () => (await there()).length >= ROWS / 5, { everyMs: 5 });
    await outage();
    await isBack;
    expect((await there()).length).toBeLessThan(ROWS);
    expect(await endOf(jobId)).toMatchObject({ state: 'completed', result: { imported: ROWS, problems: [] } });
    const names = await there();
    expect([names.length, new Set(names).size]).toEqual([ROWS, ROWS]);
  });
});
