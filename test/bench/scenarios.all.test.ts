/**
 * Scenarios of `npm run bench` at a hundredth of their size, a third of them in `npm test`: each returns its figures and
 * checks its result. No time decides the test.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { BenchDatabase } from '../../bench/database.ts';
import { demonstration } from '../../bench/demonstration.ts';
import * as measure from '../../bench/measure.ts';
import { bench, runScenario, SCENARIOS } from '../../bench/run.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { batchOf, newEvent, newStream, write } from '../store-contract/batches.ts';
import { asAdministrator, freshDatabase } from '../support/database.ts';
import { sampleOf } from '../support/ring.ts';

const SIZE = 0.01;
/** Far longer than a scenario needs on a busy machine. */
const TIMEOUT_MS = 400_000;

const { checks } = vi.hoisted(() => ({ checks: { made: 0, failAt: 0 } }));

/** Counts the checks; the check with the number `failAt` gets the inverted condition. */
vi.mock('../../bench/measure.ts', async (original) => {
  const real = await original<typeof measure>();
  const check: typeof measure.mustHold = real.mustHold;
  const mustHold = (condition: boolean, what: string): void => {
    checks.made += 1;
    check(checks.made === checks.failAt ? !condition : condition, what);
  };
  return { ...real, mustHold };
});

beforeEach(() => {
  Object.assign(checks, { made: 0, failAt: 0 });
});

let closed = 0;
async function openDatabase(): Promise<BenchDatabase> {
  const { url, drop } = await freshDatabase();
  return {
    url,
    serverUrl: asAdministrator(url),
    close: async () => {
      closed += 1;
      await drop();
    },
  };
}

it.for(sampleOf(SCENARIOS, SCENARIOS.length / 3))(
  '$name returns figures of a result that it has checked',
  { timeout: TIMEOUT_MS },
  async (scenario, { skip }) => {
    const missing = scenario.missing?.();
    skip(missing !== undefined, missing);
    const figures = await runScenario(scenario, SIZE, openDatabase);
    expect(checks.made).toBeGreaterThan(0);
    expect(figures.length).toBeGreaterThan(0);
    for (const { name, value, reference } of figures) {
      expect(name).not.toBe('');
      expect(`${name}: ${value}`).not.toMatch(/NaN|Infinity|undefined|null/);
      if (reference) expect(reference.ratio, name).toBeGreaterThan(0);
    }
  },
);

it('a result that is wrong ends the run with WrongResult, and its database is gone', async () => {
  const append = SCENARIOS.find(({ name }) => name === 'append') as measure.Scenario;
  checks.failAt = 2;
  closed = 0;
  await expect(runScenario(append, SIZE, openDatabase)).rejects.toBeInstanceOf(measure.WrongResult);
  expect([checks.made, closed]).toEqual([2, 1]);
});

it('the demonstration is not entered beside events of others', async () => {
  const double = await startKurrentDouble();
  const { url: databaseUrl, drop } = await freshDatabase();
  vi.stubEnv('DAFTAR_EVENTSTORE_URL', double.url);
  try {
    const store = await openKurrentStore({ url: double.url, databaseUrl });
    await store.append(batchOf([write(newStream(), NO_STREAM, newEvent())]));
    await store.close();
    await expect(runScenario(demonstration, SIZE, openDatabase)).rejects.toThrow('of an empty KurrentDB');
  } finally {
    vi.unstubAllEnvs();
    await double.close();
    await drop();
  }
});

it('judges targets at full size alone', async () => {
  const figure = { name: 'work', value: '1 s', target: { text: 'at most 0.5 s', reached: false } };
  const sizes: number[] = [];
  const scenario: measure.Scenario = {
    name: 'late',
    about: 'a target that is missed',
    run: async ({ size }) => {
      sizes.push(size);
      return [figure];
    },
  };
  expect(await runScenario(scenario, 1, openDatabase)).toEqual([figure]);
  expect(await runScenario(scenario, SIZE, openDatabase)).toEqual([{ name: 'work', value: '1 s' }]);
  expect(sizes).toEqual([1, SIZE]);
});

it('derives counts from the size, never below what a scenario needs', () => {
  expect([measure.scaled(12_000, 1, 32), measure.scaled(12_000, SIZE, 32), measure.scaled(200, SIZE, 5)]).toEqual([
    12_000, 120, 5,
  ]);
});

it.for(['0', '2', '-1', 'small'])('refuses a size of %s', async (size) => {
  expect(await bench(['append', `--size=${size}`])).toBe(2);
});
