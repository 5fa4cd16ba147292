/**
 * PostgreSQL is unavailable, full, or ends its connections: every part of the API answers 503 with a time for the next
 * attempt, in the common shape of errors, and recovers.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { StoreUnavailable } from '../../event-store/port.ts';
import { surviveBrokenConnections } from '../../identity/machine/broken-connections.ts';
import { unavailable } from '../../identity/unavailable.ts';
import { PASSWORD } from '../api/api.ts';
import { startProxy } from '../doubles/proxy.ts';
import { CuttableLine } from '../support/cuttable-line.ts';
import { overPort } from '../support/database-url.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let database: pg.Client;
let line: CuttableLine;
beforeAll(async () => {
  line = new CuttableLine(inject('databaseServer').adminUrl);
  await line.open();
  office = await openOffice('', { through: (url) => line.through(url) });
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  // Also waits until the projector has built its models.
  await recovered();
});
afterAll(async () => {
  await database.end();
  await office.close();
  await line.cut();
});

interface Answered {
  readonly what: string;
  readonly status: number;
  readonly retryAfter: unknown;
  readonly body: Record<string, unknown>;
}

let names = 0;
/** One request of every kind: a write, a list, a report, the guard, sign-in, the renewal of a session, a job. */
async function everyKind(): Promise<readonly Answered[]> {
  names += 1;
  const write = office.send('POST', 'brands', { brand_name: `Brand ${names}` });
  const signIn = office.send('POST', 'auth/login', { email: 'admin@daftar.local', password: PASSWORD }, { token: '' });
  const refresh = office.send('POST', 'auth/refresh', undefined, {
    token: '',
    headers: { cookie: `daftar_refresh=${'A'.repeat(43)}`, 'x-requested-with': 'test' },
  });
  const job = office.send('GET', 'jobs/00000000-0000-4000-8000-000000000000');
  const sent = { write, 'sign-in': signIn, refresh, job, guard: office.send('POST', 'auth/me') };
  const asked = { list: office.read('brands', office.token, { 'x-wait-for-position': '' }), report: report() };
  const all = await Promise.all(
    Object.entries({ ...sent, ...asked }).map(async ([what, answer]) => [what, await answer] as const),
  );
  return all.map(([what, { status, headers, body }]) => ({
    what,
    status,
    retryAfter: headers['retry-after'],
    body: body as unknown as Record<string, unknown>,
  }));
}
const report = () => office.read('financial_reports/trial_balance', office.token, { 'x-wait-for-position': '' });

/** The normal statuses; the refresh token and the job do not exist. */
const WELL = { write: 201, 'sign-in': 200, refresh: 401, job: 404, guard: 200, list: 200, report: 200 };
const statuses = (answers: readonly Answered[]) =>
  Object.fromEntries(answers.map(({ what, status }) => [what, status]));
const isWell = (answers: readonly Answered[]) =>
  answers.every(({ what, status }) => WELL[what as keyof typeof WELL] === status);

function expectNotNow(answers: readonly Answered[], code: string): void {
  for (const { what, status, retryAfter, body } of answers) {
    expect([what, status, body['code'], Number(retryAfter) > 0]).toEqual([what, 503, code, true]);
    expect(Object.keys(body).sort()).toEqual(['code', 'errors', 'message', 'request_id']);
    expect(JSON.stringify(body)).not.toMatch(/ECONN|connect|select|insert|127\.0\.0\.1/i);
  }
}

/** Repeats the requests until all have their normal status. Returns the other statuses. */
async function recovered(): Promise<ReadonlySet<number>> {
  const seen = new Set<number>();
  await until(
    async () => {
      const answers = await everyKind();
      for (const { status } of answers) seen.add(status);
      return isWell(answers);
    },
    { what: 'the recovery' },
  );
  return seen;
}

describe('a database that cannot be reached', () => {
  it('is 503 for every part of the API, and all goes on by itself when it is back', async () => {
    expect(statuses(await everyKind())).toEqual(WELL);
    await line.cut();
    expectNotNow(await everyKind(), 'unavailable');
    expectNotNow(await everyKind(), 'unavailable');
    await line.open();
    expect([...(await recovered())]).not.toContain(500);
  });
});

describe('a database that ends its connections', () => {
  it('is 503 at most, and never 500', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const [answers] = await Promise.all([
        everyKind(),
        database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        ),
      ]);
      for (const { status } of answers) seen.add(status);
    }
    for (const status of await recovered()) seen.add(status);
    expect([...seen].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  });
});

describe('a database whose disk is full', () => {
  it('is 503 for what stores something, with the reason, and what only reads goes on', async () => {
    await database.query(`
      create function refuse_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_log before insert on log.event for each statement execute function refuse_full();
      create trigger full_attempts before insert on identity.login_attempt for each statement execute function refuse_full();`);
    const answers = await everyKind();
    expectNotNow(
      answers.filter(({ what }) => what === 'write' || what === 'sign-in'),
      'disk_full',
    );
    expect(statuses(answers)).toMatchObject({ guard: 200, list: 200, report: 200 });
    expect(answers[0]?.body['message']).toMatch(/disk of the server is full/);
    await database.query('drop trigger full_log on log.event; drop trigger full_attempts on identity.login_attempt');
    expect([...(await recovered())]).not.toContain(500);
  });
});

describe('a statement that was given up without an answer', () => {
  it('takes its connection with it, so that the next one does not wait behind it', async () => {
    const { hostname, port } = new URL(inject('databaseServer').adminUrl);
    const proxy = await startProxy(hostname, Number(port));
    const connectionString = overPort(office.database.url, proxy.port);
    const pool = new pg.Pool({ connectionString, max: 1, query_timeout: 200 });
    surviveBrokenConnections(pool, 'test');
    const client = await pool.connect();
    await client.query('select 1');
    client.release();
    expect(pool.totalCount).toBe(1);
    const silenced = await pool.connect();
    proxy.silence(true);
    expect(unavailable(await silenced.query('select 1').catch((error: unknown) => error))).toBe('unavailable');
    silenced.release();
    expect(pool.totalCount).toBe(0);
    proxy.silence(false);
    pool.options.query_timeout = 60_000;
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await proxy.close();
  });
});

describe('an error that passes by itself', () => {
  const coded = (code: string, more: object = {}) => Object.assign(new Error('some text'), { code, ...more });
  it.each(['08006', '40001', '40P01', '53000', '53200', '53300', '57014', '57P01', '57P03', '58030', '55P03'])(
    'is the SQLSTATE %s',
    (code) => expect(unavailable(coded(code))).toBe('unavailable'),
  );
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EMFILE'])(
    'is the code %s of the system',
    (code) => expect(unavailable(coded(code))).toBe('unavailable'),
  );
  it.each(['53100', 'ENOSPC', 'EDQUOT'])('is a full disk with %s, also as the cause of another', (code) => {
    expect(unavailable(coded(code))).toBe('disk');
    expect(unavailable(new StoreUnavailable('the append failed', { cause: coded(code) }))).toBe('disk');
  });
  it.each(['23505', '42703', '22P02', 'ENOENT', 'FST_ERR_VALIDATION'])('is not %s', (code) =>
    expect(unavailable(coded(code))).toBeUndefined(),
  );
  it('is several refused addresses of one name', () => {
    expect(unavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe('unavailable');
    expect(unavailable(new AggregateError([new Error('else')]))).toBeUndefined();
  });
  it('is a connection that was not released in time, or could not be opened, as the driver reports it', async () => {
    const pool = new pg.Pool({ connectionString: office.database.url, max: 1 });
    const held = await pool.connect();
    pool.options.connectionTimeoutMillis = 1;
    const refused = await pool.connect().catch((error: unknown) => error);
    held.release();
    await pool.end();
    expect(refused).toBeInstanceOf(Error);
    expect(unavailable(refused)).toBe('unavailable');
    expect(unavailable(await pool.query('select 1').catch((error: unknown) => error))).toBe('unavailable');
    const hasty = new pg.Client({ connectionString: office.database.url, connectionTimeoutMillis: 1 });
    hasty.on('error', () => undefined);
    const late = await hasty.connect().then(() => 'in time', unavailable);
    await hasty.end();
    expect(['in time', 'unavailable']).toContain(late);
  });
});
