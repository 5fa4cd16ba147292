/** The demonstration's program on a prepared database, alone or in turns with another. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../command-api/seed-data/later-records.ts';
import { errorCode } from '../domain/values/thrown.ts';
import type { StorePlace } from '../event-store/opening/open.ts';
import { beginDemo } from '../tools/demo/clock.ts';
import { firstMomentOf } from '../tools/demo/set-up.ts';
import { mustHold } from './measure.ts';
import { type Program, startProgram, startProjector } from './programs.ts';

const UNTIL = '2026-06-26';
const SEED = 20_260_101;
const TURN_MS = 2_000;
const PROGRAM = join('tools', 'demo', 'main.ts');

const moreOf = ({ eventStoreUrl }: StorePlace): Record<string, string> =>
  eventStoreUrl ? { DAFTAR_EVENTSTORE_URL: eventStoreUrl } : {};

/** Prepares an empty log with the first records; returns its projector. */
export async function prepared(place: StorePlace, days: number, brands: number): Promise<Program> {
  const first = new Date(firstMomentOf(UNTIL, days).moment);
  const recordedAt = () => first;
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await beginDemo(client, { seed: SEED, until: UNTIL, days, brands }).finally(() => client.end());
  await ensureFirstUser({ ...place, password: 'a password for measuring', clock: recordedAt, recordedAt });
  await ensureRecords({ ...place, recordedAt });
  return startProjector(place.databaseUrl, moreOf(place));
}

export interface Entered {
  readonly commands: number;
  /** Duration without pauses, of the commands and their waits: for the books before a close, and for the close. */
  readonly ms: number;
}

export interface Entering {
  readonly pid: number;
  /** When it was paused, from and to. */
  readonly pauses: [fromMs: number, toMs: number][];
  readonly entered: Promise<Entered>;
}

/** `oneByOne` appends each command alone, as the program always does with a log in KurrentDB. */
export function start(place: StorePlace, { oneByOne }: { readonly oneByOne: boolean }): Entering {
  const args = oneByOne ? ['--one-by-one'] : [];
  const { pid, ended } = startProgram(place.databaseUrl, PROGRAM, { args, more: moreOf(place) });
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
export async function inTurns(programs: readonly [Entering, Entering]): Promise<[Entered, Entered]> {
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

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
