/**
 * The first weeks of the demonstration, entered as `npm run demo` enters them: every kind of document, one command after
 * the other, with the projector beside it. On KurrentDB between two times on PostgreSQL, each into an empty log.
 */
import { join } from 'node:path';
import pg from 'pg';
import { beginDemo } from '../command-api/demo/clock.ts';
import { enteringUrl, firstMomentOf } from '../command-api/demo/set-up.ts';
import { ensureFirstUser, ensureRecords } from '../command-api/main.ts';
import type { StorePlace } from '../event-store/open.ts';
import { anotherDatabase, openKurrent } from './kurrentdb.ts';
import { type Figure, mustHold, type Scenario, scaled } from './measure.ts';
import { runProgram, startProjector } from './programs.ts';

const DAYS = 20;
const UNTIL = '2026-06-26';
const SEED = 20_260_101;
const TIMES_POSTGRES = 1.5;
const PROGRAM = join('command-api', 'demo', 'main.ts');

export const demonstration: Scenario = {
  name: 'demo',
  about: `${DAYS} days of the demonstration entered into KurrentDB, beside PostgreSQL`,
  async run({ size, databaseUrl, serverUrl }) {
    const days = scaled(DAYS, size, 1);
    const before = await entered({ databaseUrl }, days);
    const server = await openKurrent(serverUrl);
    const another = await anotherDatabase(serverUrl);
    try {
      const there = await entered({ databaseUrl: server.databaseUrl, eventStoreUrl: server.url }, days);
      const after = await entered({ databaseUrl: another.databaseUrl }, days);
      mustHold(
        there.commands === before.commands && after.commands === before.commands,
        `${before.commands}, ${there.commands} and ${after.commands} commands were sent`,
      );
      const ms = (before.ms + after.ms) / 2;
      const ratio = there.ms / ms;
      return [
        {
          name: server.name,
          value: `${seconds(there.ms)} for ${there.commands} commands`,
          reference: {
            name: 'the time of PostgreSQL',
            value: `${seconds(before.ms)} before, ${seconds(after.ms)} after`,
            ratio,
          },
          ...(server.isReal
            ? { target: { text: `at most ${TIMES_POSTGRES} ×`, reached: ratio <= TIMES_POSTGRES } }
            : {}),
        },
      ] satisfies Figure[];
    } finally {
      await another.close();
      await server.close();
    }
  },
};

interface Entered {
  readonly commands: number;
  /** Of the commands, with what they wait for: the books before a close, and the close itself. */
  readonly ms: number;
}

/** Into an empty log, at the same speed as `npm run demo`. */
async function entered(place: StorePlace, days: number): Promise<Entered> {
  const { databaseUrl, eventStoreUrl } = place;
  const more: Record<string, string> = eventStoreUrl ? { DAFTAR_EVENTSTORE_URL: eventStoreUrl } : {};
  const { moment } = firstMomentOf(UNTIL, days);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await beginDemo(client, { seed: SEED, until: UNTIL, days }, moment).finally(() => client.end());
  await ensureFirstUser({ ...place, password: 'a password for measuring', clock: () => new Date(moment) });
  await ensureRecords(place);
  const projector = startProjector(databaseUrl, more);
  try {
    const { output } = await runProgram(enteringUrl(databaseUrl), PROGRAM, [], () => undefined, more);
    const [, commands, time] = /entered with (\d+) commands in ([\d.]+) s/.exec(output) ?? [];
    mustHold(time !== undefined, `the demonstration did not say how long it took:\n${output}`);
    return { commands: Number(commands), ms: Number(time) * 1_000 };
  } finally {
    await projector.stop();
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
