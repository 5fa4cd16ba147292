/** A separate business for pictures: the whole product on an empty database, with the demonstration loaded into it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mustHold } from '../../bench/measure.ts';
import { environmentOf, ROOT, startServer } from '../../bench/programs.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { callerOf, type Place } from './api.ts';

const PASSWORD = 'a password for looking at it';
const LOOK_MS = 3_000;

export interface Business extends Place {
  stop(): Promise<void>;
}

/** `days` of trade; without them the business is empty. */
export async function openBusiness(databaseUrl: string, days: number): Promise<Business> {
  const first = await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-gallery-'));
  const environment = environmentOf(databaseUrl, { DATA_DIR: dataDir });
  const server = await startServer([join(ROOT, 'launcher', 'run.mjs'), 'start'], environment, /http:\/\/\S+:(\d+)/);
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const place = { address: `http://localhost:${server.port}`, email: String(first?.email), password: PASSWORD };
  try {
    if (days > 0) await load(place, days);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...place, stop };
}

/** Throws WrongResult when the demonstration cannot be loaded. */
async function load(place: Place, days: number): Promise<void> {
  await (await callerOf(place))('jobs/demonstration', { days });
  for (;;) {
    await sleep(LOOK_MS);
    // A session may end while it is loaded.
    const jobs = objectsOf(await (await callerOf(place))('jobs'));
    const job = jobs.find(({ name }) => name === 'demonstration');
    mustHold(job !== undefined && !job['error'], `the demonstration could not be loaded: ${JSON.stringify(job)}`);
    if (job['state'] === 'completed') return;
  }
}
