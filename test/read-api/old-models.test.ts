/**
 * The age of what lists and reports show: a model that has not followed the log for half a minute is told to everybody, in
 * its answers, in `read_models` and at /readyz, whatever the times of the events are.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { ModelAges, type ModelRow } from '../../identity/machine/model-ages.ts';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { readApi } from '../../read-api/main.ts';
import { Api, PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { projectedDatabase, SUPER_USER } from '../support/seeded-database.ts';
import { startProjector } from './office.ts';

describe('the age of a model', () => {
  const row = (of: Partial<ModelRow>): ModelRow => ({
    ...{ model: 'books', status: 'running', position: '10', head: '10', waits: null, stands: 0 },
    ...of,
  });
  const ages = (now = () => 0) => {
    const measured = new ModelAges(now);
    return (of: Partial<ModelRow>) => measured.take([row(of)])[0];
  };

  it('is nothing when it has taken every event, however long it stands', () => {
    expect(ages()({ stands: 90_000 })).toMatchObject({ age: 0, isStill: false, behind: 0n });
  });

  it('is the time that the first event waits, when it stood still since before', () => {
    const age = ages();
    expect(age({ head: '12', waits: 3, stands: 90_000 })).toMatchObject({ age: 3, isStill: false, behind: 2n });
    expect(age({ head: '12', waits: 45, stands: 90_000 })).toMatchObject({ age: 45, isStill: true });
  });

  it('is not made of the time of events that were entered for days long ago, while it moves', () => {
    expect(ages()({ head: '12', waits: 86_400, stands: 0.2 })).toMatchObject({ age: 0.2, isStill: false });
  });

  it('is measured from when the end of the log was seen, also when the time of the log is ahead, or it moves too slowly', () => {
    let nowMs = 0;
    const age = ages(() => nowMs);
    age({ head: '12', waits: -400_000, stands: 5 });
    nowMs = 40_000;
    expect(age({ head: '20', waits: -400_000, stands: 45 })).toMatchObject({ age: 40, isStill: true });
    nowMs = 50_000;
    // It took the first two; what was seen forty seconds later is younger.
    expect(age({ position: '12', head: '20', waits: -400_000, stands: 1 })).toMatchObject({ age: 10, isStill: false });
    nowMs = 90_000;
    expect(age({ position: '19', head: '20', waits: -400_000, stands: 1 })).toMatchObject({ age: 50, isStill: false });
  });

  it('is right for a stopped model after very many ends of the log, and after a log that was taken back', () => {
    let nowMs = 0;
    const age = ages(() => nowMs);
    for (let n = 1; n <= 2_000; n += 1) {
      nowMs = n * 1_000;
      age({ head: String(10 + n), waits: -1, stands: n });
    }
    expect(age({ head: '2010', waits: -1, stands: 2_000 })?.age).toBe(1_999);
    expect(age({ position: '5', head: '8', waits: -1, stands: 1 })?.age).toBe(0);
  });
});

describe('lists and reports of a projector that stands still', () => {
  let database: FreshDatabase;
  let app: FastifyInstance;
  let api: Api;
  let owner: pg.Client;
  let health: DatabaseHealth;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    database = await projectedDatabase();
    const { command, read } = rolesAt(database.url);
    const secrets = { jwtSecret: SECRET };
    stop = await startProjector(database.url);
    app = Fastify();
    await app.register(commandApi({ databaseUrl: command, clock: () => TODAY, secrets, dataDir: '' }), {
      prefix: '/api',
    });
    await app.register(readApi({ databaseUrl: read, secrets, dataDir: '' }), { prefix: '/api' });
    await app.ready();
    api = new Api(app, database);
    api.token = await api.signIn(SUPER_USER.email, PASSWORD);
    health = new DatabaseHealth(read);
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  });
  afterEach(async () => {
    await stop();
    await health.close();
    await owner.end();
    await api.close();
  });

  const read = async (path: string, position = '') => {
    const headers = { authorization: `Bearer ${api.token}`, ...(position && { 'x-wait-for-position': position }) };
    return (await app.inject({ url: `/api/${path}`, headers })).json();
  };
  /** As if everything had happened so many seconds earlier, but for the first event, whose time is the identity of the log. */
  const passed = async (seconds: number) => {
    await owner.query('alter table log.event disable trigger event_is_forever');
    await owner.query(
      `update log.event set recorded_at = recorded_at - make_interval(secs => ${seconds}) where position > 1`,
    );
    await owner.query('alter table log.event enable trigger event_is_forever');
    await owner.query(`update projection.checkpoint set updated_at = updated_at - make_interval(secs => ${seconds})`);
  };

  it('say so after half a minute, and no more when it has caught up', async () => {
    const before = await api.send('POST', 'brands', { brand_name: 'Ari' });
    await expect.poll(() => read('brands', String(before.body.position))).not.toHaveProperty('stale');
    await stop();
    stop = async () => undefined;
    await passed(3_600);
    expect(await health.models()).toBeUndefined();
    expect(await read('brands')).not.toHaveProperty('stale');

    const { body } = await api.send('POST', 'brands', { brand_name: 'Baran' });
    expect(await health.models()).toBeUndefined();
    expect((await read('brands')).stale).toBeUndefined();
    await passed(45);
    expect(await health.models()).toMatch(/books stands still since 4\d s.*records stands still since 4\d s/);
    await expect.poll(() => read('brands')).toMatchObject({ stale: true, data: { total: 1 } });
    expect(await read('financial_reports/trial_balance')).toMatchObject({ stale: true });
    const { old, stopped } = (await read('read_models')).data;
    expect(stopped).toEqual([]);
    expect(old.map(({ model }: { model: string }) => model)).toEqual(['books', 'documents', 'events', 'records']);
    expect(old[0].age_seconds).toBeGreaterThanOrEqual(45);

    stop = await startProjector(database.url);
    await expect.poll(() => read('brands', String(body.position))).toMatchObject({ data: { total: 2 } });
    await expect.poll(async () => (await read('read_models')).data.old).toEqual([]);
    await expect.poll(() => read('brands')).not.toHaveProperty('stale');
    expect(await health.models()).toBeUndefined();
  });
});
