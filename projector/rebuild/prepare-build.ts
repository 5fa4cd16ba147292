/**
 * Ensures that readers use a build of this program's definition. A build of an earlier program is rebuilt in the
 * background; for a build of a later program this one waits. Models that cannot fold an event stop in the new build,
 * which is taken over with them.
 */
import pg from 'pg';
import { lastingConnection } from '../../event-store/lasting-connection.ts';
import { type Build, currentBuild, ensureBuild } from '../builds/build.ts';
import { type Definition, ownDefinition } from '../builds/definition.ts';
import { markStopped, readPosition } from '../checkpoint/checkpoint.ts';
import type { Stop } from '../checkpoint/stop.ts';
import { models } from '../models/all.ts';
import type { FollowOptions } from '../run/follow-model.ts';
import { pause } from '../run/model-connection.ts';
import { positionsFor, readDecisions } from '../set-aside/set-aside.ts';
import { ModelsStopped } from './catch-up.ts';
import { RebuildRefused, rebuild } from './rebuild.ts';

const DECISION_POLL_MS = 1_000;
/** How often the stop is stored again, to show that the stopped program still runs. */
const MARK_MS = 30_000;

/** The longest statement: creating the tables and views of a build. */
const QUERY_MS_MAX = 120_000;

/** How often a waiting program checks whether readers use its definition again. */
const ASIDE_POLL_MS = 1_000;
/** A rebuild reads the whole log: a refused one is seldom repeated. */
const REFUSED_RETRY_MS = 6 * 3_600_000;

/**
 * Returns when there is such a build, or when the signal is aborted. `isFirst` is true at the program's start. Later it
 * also leaves other builds of its own version alone, so that two programs do not rebuild against each other for ever.
 */
export async function prepareBuild(options: FollowOptions, { isFirst = true } = {}): Promise<void> {
  const { databaseUrl, store, signal, onStop, onStandAside } = options;
  const definition = options.definition ?? ownDefinition(models);
  const isLater = ({ version }: Build) => version > definition.version || (version === definition.version && !isFirst);
  let left: string | undefined;
  let refused: string | undefined;
  while (!signal.aborted) {
    const build = await buildOfReaders(databaseUrl, definition);
    if (build.definition === definition.digest) {
      if (refused !== undefined) options.onRefused?.([]);
      return;
    }
    if (isLater(build)) {
      if (left !== build.schema) onStandAside?.(build);
      left = build.schema;
      await pause(ASIDE_POLL_MS, signal);
      continue;
    }
    try {
      await rebuild({ databaseUrl, store, signal, sameRules: false, onStop: 'keep', definition });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RebuildRefused) {
        if (refused !== build.schema) options.onRefused?.(error.findings);
        refused = build.schema;
        await untilOtherBuild(build, definition, options);
        continue;
      }
      // A model in the readers' build is further than this program can get: readers keep that build until the event is
      // set aside.
      if (!(error instanceof ModelsStopped)) throw error;
      for (const stop of error.stops) onStop?.(stop);
      await untilSetAside(error.stops, options);
    }
  }
}

function buildOfReaders(databaseUrl: string, definition: Definition): Promise<Build> {
  return inDatabase(
    databaseUrl,
    async (client) => (await currentBuild(client)) ?? (await ensureBuild(client, models, definition)),
  );
}

/** Ended instead, the program would be started again, and would read the whole log each time to the same result. */
async function untilOtherBuild(refusing: Build, definition: Definition, options: FollowOptions): Promise<void> {
  const { databaseUrl, signal, refusedRetryMs = REFUSED_RETRY_MS } = options;
  const untilMs = performance.now() + refusedRetryMs;
  while (!signal.aborted && performance.now() < untilMs) {
    await pause(Math.min(ASIDE_POLL_MS, refusedRetryMs), signal);
    // An outage of the database changes nothing about the refusal.
    const build = await buildOfReaders(databaseUrl, definition).catch(() => refusing);
    if (build.schema !== refusing.schema) return;
  }
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

/** Stored in the build that readers use, although its definition differs: that build does not advance. */
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
  const client = new pg.Client({ ...lastingConnection(url, QUERY_MS_MAX), application_name: 'daftar projector' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
