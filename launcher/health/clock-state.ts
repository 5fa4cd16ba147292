/** Whether the time of the log, of the database and of this machine can be right (docs/decisions/0132). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { durationOf, LEAP_SECONDS_MAX } from '../../identity/machine/log-clock.ts';
import { StartupError } from '../machine/startup-error.ts';

/** A business that stored nothing for longer than a year is asked whether the clock is right. */
const QUIET_SECONDS_MAX = 366 * 86_400;

export interface Clocks {
  /** The latest time that was given to an event. */
  readonly log: Date | undefined;
  readonly database: Date;
  readonly machine: Date;
}

/** What is wrong, in one sentence; undefined when nothing is. */
export function clockProblem({ log, database, machine }: Clocks): string | undefined {
  const seconds = (later: Date, earlier: Date) => (later.getTime() - earlier.getTime()) / 1000;
  const apart = seconds(machine, database);
  if (Math.abs(apart) > LEAP_SECONDS_MAX) {
    return `The clock of this machine is ${durationOf(Math.abs(apart))} ${apart > 0 ? 'ahead of' : 'behind'} that of the database, which gives entries their time.`;
  }
  if (!log) return undefined;
  const ahead = seconds(log, database);
  if (ahead > LEAP_SECONDS_MAX) {
    return `The log is ${durationOf(ahead)} ahead of this clock: a clock was ahead when something was entered. Until ${log.toISOString()} every entry gets that time, and what was known at a time is wrong.`;
  }
  if (-ahead > QUIET_SECONDS_MAX) {
    return `The last entry is of ${log.toISOString()}, ${durationOf(-ahead)} before this clock. If the clock is ahead, the time of all later entries stands still until then.`;
  }
  return undefined;
}

/** Undefined for a database from before this version's functions. Throws the database's error. */
export async function readClocks(databaseUrl: string): Promise<Clocks | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const there = await client.query<{ there: boolean }>(
      `select to_regprocedure('log.last_time()') is not null as there`,
    );
    if (!there.rows[0]?.there) return undefined;
    const { rows } = await client.query<{ last: Date | null; server: Date }>(
      'select last, server from log.last_time()',
    );
    const machine = new Date();
    return rows[0] && { log: rows[0].last ?? undefined, database: rows[0].server, machine };
  } finally {
    await client.end();
  }
}

/** `refused`: unless a person confirmed it. `confirmed`: by a person, now. `told`: for commands that enter nothing by themselves. */
export type ClockCheck = 'refused' | 'confirmed' | 'told';

/** `npm start -- --clock-is-right`. Throws a StartupError for another option. */
export function clockCheckOf(args: readonly string[]): ClockCheck {
  const unknown = args.filter((arg) => arg !== '--clock-is-right');
  if (unknown.length > 0) throw new StartupError(`There is no option ${unknown.join(' ')}.`);
  return args.length > 0 ? 'confirmed' : 'refused';
}

/** Throws a StartupError for clocks that a person has to confirm; says the others. True when something is wrong and was accepted. */
export async function checkClock(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  check: ClockCheck,
  say: (line: string) => void,
): Promise<boolean> {
  const clocks = await readClocks(databaseUrl);
  const problem = clocks && clockProblem(clocks);
  if (!problem) return false;
  const file = join(dataDir, 'clock-confirmed');
  // Until the log has another time: entries with the time of a clock that was ahead keep it.
  const confirmed = clocks.log?.toISOString() ?? '';
  if (check === 'confirmed') writeFileSync(file, `${confirmed}\n`, { mode: 0o600 });
  if (check === 'refused' && confirmedIn(file) !== confirmed) {
    throw new StartupError(
      `${problem} Set the clock. If it is right: npm start -- --clock-is-right (of several services: command-api --clock-is-right)`,
    );
  }
  say(problem);
  return true;
}

function confirmedIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // Nobody has confirmed a clock.
    return undefined;
  }
}

/** For doctor. Throws the sentence of a problem. */
export async function describeClock(databaseUrl: string): Promise<string> {
  const clocks = await readClocks(databaseUrl);
  if (!clocks) return 'not known before the migrations have run';
  const problem = clockProblem(clocks);
  if (problem) throw new Error(problem);
  return clocks.log ? `right; the last entry is of ${clocks.log.toISOString()}` : 'right; nothing was entered yet';
}
