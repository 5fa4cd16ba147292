/** A log that is ahead of the clock is said and refused, also the clock that would make it so, until a person confirms. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { checkClock, clockCheckOf, clockProblem, describeClock } from '../../launcher/health/clock-state.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { batchWith } from '../store-contract/batches.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-29T08:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);

describe('the clocks of the log, the database and the machine', () => {
  const problem = (log: Date | undefined, database = NOW, machine = NOW) => clockProblem({ log, database, machine });

  it('are right within five minutes, and before the first entry', () => {
    expect(problem(undefined)).toBeUndefined();
    expect(problem(at(299_000))).toBeUndefined();
    expect(problem(at(-300 * DAY_MS))).toBeUndefined();
    expect(problem(NOW, NOW, at(290_000))).toBeUndefined();
  });

  it('are not when the log is ahead', () => {
    expect(problem(at(400 * DAY_MS))).toMatch(/^The log is 400 days ahead of this clock/);
    expect(problem(at(3 * 3_600_000))).toMatch(/^The log is 3 hours ahead/);
    expect(problem(at(301_000))).toMatch(/^The log is 5 minutes ahead/);
  });

  it('are not when nothing was entered for longer than a year', () => {
    expect(problem(at(-400 * DAY_MS))).toMatch(/^The last entry is of 2025-10-25T08:00:00.000Z, 400 days before/);
  });

  it('are not when machine and database differ', () => {
    expect(problem(NOW, NOW, at(600_000))).toContain('this machine is 10 minutes ahead of');
    expect(problem(NOW, NOW, at(-4 * 3_600_000))).toContain('this machine is 4 hours behind');
  });
});

test('only one option of the start is known', () => {
  expect(clockCheckOf([])).toBe('refused');
  expect(clockCheckOf(['--clock-is-right'])).toBe('confirmed');
  expect(() => clockCheckOf(['--clok'])).toThrow('There is no option --clok');
});

describe.each(['postgresql', 'kurrentdb'])('a log in %s that was written with a clock that was wrong', (kind) => {
  let database: FreshDatabase;
  let server: KurrentDouble;
  let dataDir: string;
  beforeEach(async () => {
    [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
    dataDir = mkdtempSync(join(tmpdir(), 'daftar-clock-'));
  });
  afterEach(async () => {
    await server.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const enter = async (recordedAt?: () => Date) => {
    const eventStoreUrl = kind === 'kurrentdb' ? server.url : undefined;
    const store = await openEventStore({ databaseUrl: database.url, eventStoreUrl, recordedAt });
    const { recordedAt: time } = await store.append(batchWith());
    await store.close();
    return time;
  };
  const said: string[] = [];
  const start = (check: 'refused' | 'confirmed' | 'told') =>
    checkClock({ databaseUrl: rolesAt(database.url).command, dataDir }, check, (line) => said.push(line));

  it('ahead is refused until a person confirms it, and then said at each start', async () => {
    await start('refused');
    const ahead = new Date(Date.now() + 400 * DAY_MS);
    expect(await enter(() => ahead)).toBe(ahead.toISOString());
    await expect(start('refused')).rejects.toThrow(/^The log is (399|400) days ahead of this clock.*--clock-is-right/);
    await start('told');
    await start('confirmed');
    // The clock is right again, and every entry gets the time that was.
    expect(await enter()).toBe(ahead.toISOString());
    await start('refused');
    expect(said.filter((line) => line.startsWith('The log is'))).toHaveLength(3);
    await expect(describeClock(database.url)).rejects.toThrow('days ahead of this clock');
    const health = new DatabaseHealth(rolesAt(database.url).read);
    expect(await health.clock()).toMatch(/^the log is (399|400) days ahead of this clock$/);
    await health.close();
    // A further leap is another one.
    await enter(() => new Date(ahead.getTime() + 10 * DAY_MS));
    await expect(start('refused')).rejects.toThrow('days ahead of this clock');
  });

  it('of more than a year ago is refused too: the clock may be ahead now', async () => {
    await enter(() => new Date(Date.now() - 400 * DAY_MS));
    await expect(start('refused')).rejects.toThrow('400 days before this clock');
    await start('confirmed');
    await start('refused');
    expect(await enter()).toMatch(/Z$/);
    expect(await describeClock(database.url)).toMatch(/^right; the last entry is of/);
  });
});
