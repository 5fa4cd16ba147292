/** /metrics: for whoever has the token, with every metric that the dashboard and the alert rules ask, and nothing of persons. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandApi } from '../../command-api/server.ts';
import { DiskSpace } from '../../identity/machine/disk-space.ts';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { JobCounts, openMetrics } from '../../launcher/metrics/metrics.ts';
import { buildServer } from '../../launcher/server.ts';
import { readApi } from '../../read-api/main.ts';
import { SECRET, TODAY } from '../api/api.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { PASSWORD, projectedDatabase, SUPER_USER } from '../support/seeded-database.ts';

const MONITORING = join(import.meta.dirname, '..', '..', 'docs', 'monitoring');
const TOKEN = 'a token of the operator';
let database: FreshDatabase;
let dataDir: string;
let health: DatabaseHealth;
let app: FastifyInstance;

beforeAll(async () => {
  database = await projectedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-metrics-'));
  mkdirSync(join(dataDir, 'seals'));
  writeFileSync(join(dataDir, 'seals', 'seal-1.jsonl'), '');
  const [madeAt, at] = [new Date(Date.now() - 3 * 3_600_000).toISOString(), new Date().toISOString()];
  writeFileSync(
    join(dataDir, 'backup-copies.json'),
    JSON.stringify({
      folder: { copied: { file: 'daftar-1.tar.gz', madeAt, at }, failed: { file: 'x', at, detail: 'away' } },
    }),
  );
  const { command, read, projector: projectorDatabaseUrl } = rolesAt(database.url);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `insert into identity.till_device (token_hash, till_id, device, enrolled_by, nth, waiting, oldest_at, refused)
     values ('\\x01', 1, 'Till 1', 1, 1, 7, now() - interval '2 hours', 1), ('\\x02', 2, 'Till 2', 1, 1, 0, null, 0)`,
  );
  await owner.query(
    `insert into backup.run (kind, file, is_daily, started_at, finished_at) values ('backup', 'daftar-1.tar.gz', true, now() - interval '3 hours', now() - interval '3 hours')`,
  );
  await owner.end();
  health = new DatabaseHealth(read);
  const [space, jobs] = [new DiskSpace(() => 5_000), new JobCounts()];
  const checks = { database: health.database, projector: health.models };
  const secrets = { jwtSecret: SECRET };
  const measured = { checks, health, databaseUrl: read, dataDir, space, jobs: jobs.read };
  const clock = () => TODAY;
  app = await buildServer({
    apis: [
      commandApi({ databaseUrl: command, projectorDatabaseUrl, secrets, dataDir, clock, onJobs: jobs.keep }),
      readApi({ databaseUrl: read, secrets, dataDir }),
    ],
    checks,
    metrics: await openMetrics({ METRICS_TOKEN: TOKEN }, measured),
    logger: pino({ level: 'silent' }),
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await health.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
const exposed = async () => (await ask(`Bearer ${TOKEN}`)).body;
/** The value of a metric with exactly these labels. */
const valueIn = (text: string, metric: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${metric} `))
      ?.slice(metric.length),
  );

describe('/metrics', () => {
  it('is for whoever has the token, and is not there without one', async () => {
    for (const given of [undefined, '', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      expect([given, (await ask(given)).statusCode]).toEqual([given, 401]);
    }
    expect(await ask(`Bearer ${TOKEN}`)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': expect.stringContaining('text/plain') },
    });
    expect(await openMetrics({}, { checks: {} })).toBeUndefined();
    await expect(openMetrics({ METRICS_TOKEN: 'short' }, { checks: {} })).rejects.toThrow('at least 16 characters');
  });

  it('counts requests by their routes, with no id, no word and no name in it', async () => {
    const signIn = { method: 'POST', url: '/api/auth/login' } as const;
    const { access_token } = (await app.inject({ ...signIn, payload: { ...SUPER_USER, password: PASSWORD } })).json();
    const headers = { authorization: `Bearer ${access_token}` };
    await app.inject({ url: '/api/brands?search=Nawroz', headers });
    await app.inject({ url: '/api/brands/4711', headers });
    await app.inject({ ...signIn, payload: { ...SUPER_USER, password: 'wrong' } });
    await app.inject({
      method: 'POST',
      url: '/api/brands',
      headers: { ...headers, 'idempotency-key': 'k'.repeat(32) },
      payload: { brand_name: 'Nawroz' },
    });
    await app.inject({ url: '/api/jobs', headers });
    const text = await exposed();
    const requests = (labels: string) => valueIn(text, `daftar_http_requests_total{${labels}}`);
    expect(requests('method="GET",route="/api/brands",status="200"')).toBe(1);
    expect(requests('method="POST",route="/api/auth/login",status="200"')).toBe(1);
    expect(requests('method="POST",route="/api/auth/login",status="422"')).toBe(1);
    // Without the figures, which may have any digits.
    expect(text.replace(/ \S+$/gm, '')).not.toMatch(/4711|Nawroz|admin@/);
    expect(valueIn(text, 'daftar_http_request_duration_seconds_count{side="read"}')).toBeGreaterThanOrEqual(2);
    expect(valueIn(text, 'daftar_append_duration_seconds_count{outcome="stored"}')).toBeGreaterThanOrEqual(1);
    expect(valueIn(text, 'daftar_jobs{state="failed"}')).toBe(0);
  });

  it('tells how the parts are: models, disk, tills, backup, seal, connections, checks', async () => {
    const text = await exposed();
    expect(valueIn(text, 'daftar_read_model_lag_events{model="books"}')).toBeGreaterThan(0);
    expect(valueIn(text, 'daftar_read_model_lag_seconds{model="books"}')).toBeGreaterThanOrEqual(0);
    expect(valueIn(text, 'daftar_read_model_stopped{model="books"}')).toBe(0);
    expect(valueIn(text, 'daftar_disk_free_bytes')).toBe(5_000 * 1024 * 1024);
    expect(valueIn(text, 'daftar_tills')).toBe(2);
    expect(valueIn(text, 'daftar_tills_behind')).toBe(1);
    expect(valueIn(text, 'daftar_till_unsent_entries')).toBe(7);
    // The rows are older by what the tests before have taken.
    const hoursOf = (metric: string) => Math.floor(valueIn(text, metric) / 3_600);
    expect(hoursOf('daftar_till_oldest_unsent_seconds')).toBe(2);
    expect(hoursOf('daftar_backup_age_seconds')).toBe(3);
    expect(valueIn(text, 'daftar_backup_failed')).toBe(0);
    expect(hoursOf('daftar_backup_copy_age_seconds')).toBe(3);
    expect(valueIn(text, 'daftar_backup_copy_failed')).toBe(1);
    expect(valueIn(text, 'daftar_seal_age_seconds')).toBeLessThan(600);
    expect(valueIn(text, 'daftar_ready{check="database"}')).toBe(1);
    expect(valueIn(text, 'daftar_database_pool_connections{pool="reads",state="open"}')).toBeGreaterThan(0);
  });
});

describe('the files for the operator', () => {
  const namesIn = (text: string) => [...new Set(text.match(/\bdaftar_[a-z_]+\b/g) ?? [])];
  const alerts = readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8');
  const dashboard = readFileSync(join(MONITORING, 'dashboard.json'), 'utf8');

  it('ask for metrics that there are, and for nearly all of our own', async () => {
    const known = new Set((await exposed()).match(/^daftar_[a-z_]+/gm));
    const asked = [...namesIn(alerts), ...namesIn(dashboard)];
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(asked).size).toBeGreaterThan(15);
  });

  it('have a summary and a severity in every rule', () => {
    const { groups } = parse(alerts) as {
      readonly groups: readonly { readonly rules: readonly Record<string, Record<string, string>>[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(12);
    for (const rule of rules) {
      expect([rule['alert'], rule['labels']?.['severity'], rule['annotations']?.['summary']]).toEqual([
        expect.stringMatching(/^[A-Z]\w+$/),
        expect.stringMatching(/^(critical|warning)$/),
        expect.stringMatching(/\w/),
      ]);
    }
    expect(JSON.parse(dashboard)).toMatchObject({ title: 'Daftar', panels: expect.any(Array) });
  });

  it.runIf(spawnSync('promtool', ['--version']).status === 0)('are accepted by promtool', async () => {
    execFileSync('promtool', ['check', 'rules', join(MONITORING, 'alerts.yaml')]);
    execFileSync('promtool', ['check', 'metrics'], { input: await exposed() });
  });
});
