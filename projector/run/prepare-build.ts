/**
 * Sees to it that readers have a build of this program's definition. A build of another definition is rebuilt out of
 * their sight. Models that cannot fold an event stop there in the new build, and the others are taken over with them.
 */
import pg from 'pg';
import { currentBuild, ensureBuild } from '../builds/build.ts';
import { definitionDigest } from '../builds/definition.ts';
import { markStopped, readPosition } from '../checkpoint/checkpoint.ts';
import type { Stop } from '../checkpoint/stop.ts';
import { models } from '../models/all.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { positionsFor, readDecisions } from '../set-aside/set-aside.ts';
import type { FollowOptions } from './follow-model.ts';
import { pause } from './model-connection.ts';

const DECISION_POLL_MS = 1_000;
/** How often the stop is written down again, so that it is known to be of a program that runs. */
const MARK_MS = 30_000;

/** Returns when there is such a build, or when the signal is aborted. */
export async function prepareBuild(options: FollowOptions): Promise<void> {
  const { databaseUrl, store, signal, onStop } = options;
  while (!signal.aborted && !(await isOfThisDefinition(databaseUrl))) {
    try {
      await rebuild({ databaseUrl, store, signal, sameRules: false, onStop: 'keep' });
    } catch (error) {
      if (signal.aborted) return;
      // Readers have a model that is further than this program gets: they keep it, until the event is set aside.
      if (!(error instanceof ModelsStopped)) throw error;
      for (const stop of error.stops) onStop?.(stop);
      await untilSetAside(error.stops, options);
    }
  }
}

async function isOfThisDefinition(databaseUrl: string): Promise<boolean> {
  return inDatabase(databaseUrl, async (client) => {
    const build = (await currentBuild(client)) ?? (await ensureBuild(client, models));
    return build.definition === definitionDigest(models);
  });
}

async function untilSetAside(stops: readonly Stop[], { databaseUrl, store, signal }: FollowOptions): Promise<void> {
  let markedMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const decisions = await readDecisions(store);
    if (stops.every(({ model, position }) => positionsFor(model, decisions).has(position))) return;
    if (performance.now() - markedMs > MARK_MS) {
      await mark(stops, databaseUrl);
      markedMs = performance.now();
    }
    await pause(DECISION_POLL_MS, signal);
  }
}

/** In the build that readers see, although it is of another definition: what it shows grows no further. */
async function mark(stops: readonly Stop[], databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, async (client) => {
    const build = await currentBuild(client);
    if (!build) return;
    for (const stop of stops) {
      const { schema } = build;
      const position = await readPosition(client, schema, stop.model);
      await markStopped(client, { schema, model: stop.model, position }, stop);
    }
  });
}

async function inDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'daftar projector' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
