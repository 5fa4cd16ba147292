/** Refuses a database that a newer Daftar has written, before any change (docs/decisions/0060). */
import pg from 'pg';
import { noteProgram, readWrittenBy, thisProgram, whyTooOld } from '../../migrations/written-by.ts';
import { StartupError } from '../machine/startup-error.ts';

/** For any role of the database. Throws a StartupError that names both versions. */
export async function refuseNewer(url: string): Promise<void> {
  const reason = await connected(url, async (client) => whyTooOld(await readWrittenBy(client), thisProgram()));
  if (reason) throw new StartupError(reason);
}

/** Records this program's version in the database that it has migrated. */
export const writeProgram = (url: string): Promise<void> =>
  connected(url, (client) => noteProgram(client, thisProgram()));

/** For doctor: the version of this program, and of the one that wrote the data. Throws when the latter is newer. */
export async function describeVersions(url: string): Promise<string> {
  const program = thisProgram();
  const written = await connected(url, readWrittenBy);
  const reason = whyTooOld(written, program);
  if (reason) throw new Error(reason);
  const here = `Daftar ${program.version}, events ${program.events}, ${program.migrations.at(-1)}`;
  if (written.migrations.length === 0) return `${here}; nothing is written yet`;
  const [newest] = written.programs;
  const by = newest ? `Daftar ${newest.version}, events ${newest.events}` : 'a Daftar before 0.2.0';
  return `${here}; the data was written by ${by}, ${written.migrations.at(-1)}`;
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
