/** What a newer Daftar has written is refused before anything is changed (docs/decisions/0060). */
import pg from 'pg';
import { noteProgram, readWrittenBy, thisProgram, whyTooOld } from '../../migrations/written-by.ts';
import { Obstacle } from '../startup-error.ts';

/** For any role of the database. Throws an Obstacle that names both versions. */
export async function refuseNewer(url: string): Promise<void> {
  const reason = await connected(url, async (client) => whyTooOld(await readWrittenBy(client), thisProgram()));
  if (reason) throw new Obstacle(reason);
}

/** Says that this program has worked on the database, which it has migrated. */
export const writeProgram = (url: string): Promise<void> =>
  connected(url, (client) => noteProgram(client, thisProgram()));

/** For doctor: which program this is, and which one wrote the data. Throws when it is a newer one. */
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
