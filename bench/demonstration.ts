/**
 * The first weeks of the demonstration, entered as `npm run demo` enters them: every kind of document, one command
 * after the other, with a running projector. Into PostgreSQL and into KurrentDB alternately for two seconds each, with
 * the other one paused, so that other load of the machine affects both. Both wait for their disks, like a shop in use;
 * `npm run demo` does not, because commands that a crash loses can be entered again.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureFirstUser, ensureRecords } from '../command-api/main.ts';
import { errorCode } from '../domain/kernel/thrown.ts';
import { openEventStore, type StorePlace } from '../event-store/open.ts';
import { START } from '../event-store/port.ts';
import { beginDemo } from '../launcher/demo/clock.ts';
import { BRANDS } from '../launcher/demo/goods-words.ts';
import { firstMomentOf } from '../launcher/demo/set-up.ts';
import { openKurrent } from './kurrentdb.ts';
import { mustHold, type Scenario, scaled } from './measure.ts';
import { type Program, startProgram, startProjector } from './programs.ts';

const DAYS = 20;
const UNTIL = '2026-06-26';
const SEED = 20_260_101;
const TURN_MS = 2_000;
const TIMES_POSTGRES = 1.5;
const PROGRAM = join('launcher', 'demo', 'main.ts');

export const demonstration: Scenario = {
  name: 'demo',
  about: `${DAYS} days of the demonstration entered into KurrentDB, in turns with PostgreSQL`,
  async run({ size, databaseUrl, serverUrl }) {
    const days = scaled(DAYS, size, 1);
    const brands = scaled(BRANDS.length, size, 1);
    const server = await openKurrent(serverUrl);
    const projectors: Program[] = [];
    try {
      const places = [{ databaseUrl }, { databaseUrl: server.databaseUrl, eventStoreUrl: server.url }] as const;
      for (const place of places) await mustBeEmpty(place);
      for (const place of places) projectors.push(await prepared(place, days, brands));
      const [here, there] = await inTurns(places.map(start) as [Entering, Entering]);
      mustHold(here.commands === there.commands, `${here.commands} and ${there.commands} commands were sent`);
      const ratio = there.ms / here.ms;
      return [
        {
          name: server.name,
          value: `${seconds(there.ms)} for ${there.commands} commands`,
          reference: { name: 'the time of PostgreSQL', value: seconds(here.ms), ratio },
          ...(server.isReal
            ? { target: { text: `at most ${TIMES_POSTGRES} ×`, reached: ratio <= TIMES_POSTGRES } }
            : {}),
        },
      ];
    } finally {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await server.close();
    }
  },
};

const moreOf = ({ eventStoreUrl }: StorePlace): Record<string, string> =>
  eventStoreUrl ? { DAFTAR_EVENTSTORE_URL: eventStoreUrl } : {};

/** Prepares an empty log with the first records; returns its projector. */
async function prepared(place: StorePlace, days: number, brands: number): Promise<Program> {
  const first = new Date(firstMomentOf(UNTIL, days).moment);
  const recordedAt = () => first;
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await beginDemo(client, { seed: SEED, until: UNTIL, days, brands }).finally(() => client.end());
  await ensureFirstUser({ ...place, password: 'a password for measuring', clock: recordedAt, recordedAt });
  await ensureRecords({ ...place, recordedAt });
  return startProjector(place.databaseUrl, moreOf(place));
}

/** Events of other programs would be in the books, or stop the read models, for which the demonstration waits. */
async function mustBeEmpty(place: StorePlace): Promise<void> {
  const store = await openEventStore(place);
  const head = await store.head().finally(() => store.close());
  mustHold(
    head === START,
    `the log has events up to position ${head}: give DAFTAR_EVENTSTORE_URL of an empty KurrentDB`,
  );
}

interface Entered {
  readonly commands: number;
  /** Duration without pauses, of the commands and their waits: for the books before a close, and for the close. */
  readonly ms: number;
}

interface Entering {
  readonly pid: number;
  /** When it was paused, from and to. */
  readonly pauses: [fromMs: number, toMs: number][];
  readonly entered: Promise<Entered>;
}

function start(place: StorePlace): Entering {
  const { pid, ended } = startProgram(place.databaseUrl, PROGRAM, { more: moreOf(place) });
  const pauses: Entering['pauses'] = [];
  const entered = ended.then(({ output }): Entered => {
    const [, commands, time] = /entered with (\d+) commands in ([\d.]+) s/.exec(output) ?? [];
    mustHold(time !== undefined, `the demonstration did not say how long it took:\n${output}`);
    const endMs = performance.now();
    const ms = Number(time) * 1_000;
    const paused = pauses.map(([fromMs, toMs]) => Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, endMs - ms)));
    return { commands: Number(commands), ms: paused.reduce((left, value) => left - value, ms) };
  });
  return { pid, pauses, entered };
}

/** Pauses each while the other one works, until one has ended. */
async function inTurns(programs: readonly [Entering, Entering]): Promise<[Entered, Entered]> {
  const [first, second] = programs;
  let isOver = false;
  const both = Promise.all([first.entered, second.entered]);
  const over = Promise.race([first.entered, second.entered]).then(
    () => (isOver = true),
    () => (isOver = true),
  );
  for (let [works, waits] = [first, second]; !isOver; [works, waits] = [waits, works]) {
    const fromMs = performance.now();
    signal(waits, 'SIGSTOP');
    await Promise.race([sleep(TURN_MS), over]);
    signal(waits, 'SIGCONT');
    waits.pauses.push([fromMs, performance.now()]);
  }
  try {
    return await both;
  } catch (error) {
    for (const program of programs) signal(program, 'SIGKILL');
    throw error;
  }
}

/** Has no effect on an ended process. */
function signal({ pid }: Entering, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
