/** While Daftar runs, a clock that leaps or that is not that of the database refuses what would be stored, until it is right. */
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { ClockWatch, type WatchedClocks } from '../../identity/machine/clock-watch.ts';
import { isDatabaseHere } from '../../launcher/machine/plain-connections.ts';
import { buildServer } from '../../launcher/server.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

class Clocks implements WatchedClocks {
  clock = Date.parse('2026-11-29T08:00:00Z');
  awake = 0;
  slept = 0;
  apartSeconds: number | undefined = 0;
  isOneMachine = true;
  readonly apart = async () => this.apartSeconds;
  readonly now = () => this.clock;
  readonly ran = () => this.awake;
  readonly ranOrSlept = () => this.awake + this.slept;

  pass(ms: number): void {
    this.clock += ms;
    this.awake += ms;
  }
}

let clocks: Clocks;
let watch: ClockWatch;
beforeEach(() => {
  clocks = new Clocks();
  watch = new ClockWatch(clocks);
});

describe('a clock', () => {
  it('is right while it goes as fast as the machine, for years', async () => {
    for (let day = 0; day < 800; day += 1) {
      clocks.pass(DAY);
      // It is set by a second each day.
      clocks.clock += 1_000;
      await watch.look();
    }
    expect(watch.problem).toBeUndefined();
  });

  it.each([
    ['ahead by a year', 400 * DAY, 'leapt by 400 days ahead'],
    ['ahead by some minutes', 6 * MINUTE, 'leapt by 6 minutes ahead'],
    ['back by hours', -3 * 60 * MINUTE, 'leapt by 3 hours back'],
  ])('that leaps %s is wrong until it is set', async (_what, leap, told) => {
    clocks.pass(MINUTE);
    clocks.clock += leap;
    expect(watch.problem).toBe(`the clock of this machine ${told} while Daftar ran`);
    await watch.look();
    clocks.pass(MINUTE);
    expect(() => watch.requireRightClock()).toThrow(told);
    clocks.clock -= leap;
    expect(watch.problem).toBeUndefined();
  });

  it('of a machine that slept did not leap, and one that slept and was set wrong did', async () => {
    clocks.slept += 9 * 60 * MINUTE;
    clocks.clock += 9 * 60 * MINUTE;
    expect(watch.problem).toBeUndefined();
    await watch.look();
    clocks.slept += 60 * MINUTE;
    clocks.clock += 30 * DAY;
    expect(watch.problem).toContain('leapt by 29 days ahead');
  });

  it.each([
    [601, 'is 10 minutes ahead of that of the database'],
    [-86_400, 'is 24 hours behind that of the database'],
    [299, undefined],
  ])('that is %s s apart from that of the database is told so by each replica', async (seconds, told) => {
    clocks.isOneMachine = false;
    clocks.apartSeconds = seconds;
    await watch.look();
    expect(watch.problem).toBe(told && `the clock of this machine ${told}`);
    // What was known counts while the database does not answer.
    clocks.apartSeconds = undefined;
    await watch.look();
    expect(watch.problem).toBe(told && `the clock of this machine ${told}`);
  });

  it('that leapt is confirmed by the database of another machine, or by a person', async () => {
    const elsewhere = new Clocks();
    elsewhere.isOneMachine = false;
    const replica = new ClockWatch(elsewhere);
    for (const each of [clocks, elsewhere]) each.clock += DAY;
    await replica.look();
    expect([watch.problem, replica.problem]).toEqual([expect.stringContaining('leapt by 24 hours'), undefined]);
    watch.confirm();
    expect(watch.problem).toBeUndefined();
  });

  it('is that of the database when the address is of this machine', () => {
    const here = ['postgres://127.0.0.1:5432/a', 'postgres://localhost/a', 'postgres:///a?host=/run/postgresql'];
    expect(here.map(isDatabaseHere)).toEqual([true, true, true]);
    expect(['postgres://10.0.0.4/a', 'postgres://db.example.com/a'].map(isDatabaseHere)).toEqual([false, false]);
  });
});

describe('a command while the clock is wrong', () => {
  let database: FreshDatabase;
  let app: FastifyInstance;
  beforeEach(async () => {
    database = await seededDatabase();
    const secrets = { jwtSecret: 'k'.repeat(48) };
    const databaseUrl = rolesAt(database.url).command;
    app = await buildServer({
      apis: [commandApi({ databaseUrl, secrets, dataDir: '', clockWatch: watch })],
      checks: { clock: async () => watch.problem },
      logger: pino({ level: 'silent' }),
    });
  });
  afterEach(async () => {
    await app.close();
    await database.drop();
  });

  it('is refused with 503 and stores nothing; signing in and reading go on, and it is stored when the clock is right', async () => {
    const signIn = () => app.inject({ method: 'POST', url: '/api/auth/login', payload: SUPER_USER });
    const { access_token } = (await signIn()).json();
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': 'one' };
    const enter = () => app.inject({ method: 'POST', url: '/api/brands', headers, payload: { brand_name: 'Ari' } });
    clocks.clock += 400 * DAY;
    const refused = await enter();
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'clock_wrong',
      '30',
    ]);
    expect((await app.inject('/readyz')).json().checks.clock).toContain('leapt by 400 days ahead');
    expect((await app.inject({ url: '/api/schemas/items', headers })).statusCode).toBe(200);
    clocks.clock -= 400 * DAY;
    expect((await enter()).statusCode).toBe(201);
  });
});
