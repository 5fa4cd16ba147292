/**
 * Rebuilds every read model from the first event, beside the build that readers use: reads the log once, folds in
 * memory, copies into tables without indexes, indexes, catches up, verifies, compares, and then switches the views.
 * Events beyond the memory limit are caught up in batches that read the tables. An interruption at any point leaves the
 * readers' tables unchanged.
 */
import pg from 'pg';
import { PROBED } from '../../event-store/lasting-connection.ts';
import type { Position } from '../../event-store/port.ts';
import { START } from '../../event-store/port.ts';
import {
  addIndexes,
  type Build,
  BuildBehind,
  createBuild,
  currentBuild,
  dropBuild,
  dropOldBuilds,
  ensureBuild,
  makeCurrent,
  mustBeTakeable,
  seedBuild,
} from '../builds/build.ts';
import type { Definition } from '../builds/definition.ts';
import { ViewInUse } from '../builds/views.ts';
import { advance, readPosition } from '../checkpoint/checkpoint.ts';
import { models } from '../models/all.ts';
import { BulkRows } from '../rows/bulk-rows.ts';
import { readColumnTypes } from '../rows/live-rows.ts';
import { isTransient } from '../run/transient.ts';
import { type CaughtUp, catchUp, ModelsStopped, type Stops } from './catch-up.ts';
import { compareBuilds } from './compare.ts';
import { checkBooks, compareBooks, inWords, isBroken, REMEDIES } from './invariants.ts';
import { foldsOf, type Reading, readLog } from './read-log.ts';
import { cutOnAbort, takeRebuildLock } from './rebuild-lock.ts';

export interface RebuildOptions extends Reading {
  readonly databaseUrl: string;
  /**
   * True when the rows must come out equal: a difference is refused. Only for a build of the same definition, because
   * another program had other tables and rules.
   */
  readonly sameRules: boolean;
  /**
   * True when a person accepted that readers lose what the log does not hold: an older log was restored. Otherwise such a
   * rebuild is refused.
   */
  readonly acceptsLoss?: boolean;
  /** The definition of the rebuilding program; default its own. */
  readonly definition?: Definition;
  /** When a model cannot fold an event: refuse the rebuild (default), or keep the model stopped in the new build. */
  readonly onStop?: 'refuse' | 'keep';
  /** Rows of a table that are buffered because they may still change; default 5,000. */
  readonly heldBack?: number;
}

export interface Rebuilt {
  readonly schema: string;
  readonly position: Position;
  readonly events: number;
}

/** The findings in the new tables; readers keep the old ones. */
export class RebuildRefused extends Error {
  readonly findings: readonly string[];
  constructor(findings: readonly string[]) {
    super(`the rebuilt models are not taken over:\n${findings.join('\n')}`);
    this.name = 'RebuildRefused';
    this.findings = findings;
  }
}

/**
 * One rebuild runs at a time; others wait. Throws RebuildRefused, ModelsStopped, and the errors of the store and the
 * database.
 */
export function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  return withReplay(options, async ({ client, build, position, events, stops }) => {
    await takeOver(client, build, position, options, stops);
    return { schema: build.schema, position, events };
  });
}

interface Filled {
  readonly build: Build;
  /** The position of every model that is not stopped. */
  readonly position: Position;
  readonly events: number;
  /** Empty unless stopped models are kept. */
  readonly stops: Stops;
}

export interface Replayed extends Filled {
  readonly client: pg.Client;
}

export type ReplayOptions = Omit<RebuildOptions, 'sameRules' | 'acceptsLoss'>;

/**
 * Replays the log into a build that no reader sees, and drops it after the work unless the work made it current. Until
 * the work ends, readers keep the build that they use, unless the work replaces it.
 */
export async function withReplay<Result>(
  options: ReplayOptions,
  work: (replayed: Replayed) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar rebuild',
    ...PROBED,
  });
  // A broken connection fails its next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureBuild(client, models);
    const filled = await cutOnAbort(client, options.signal, () => fillAlone(client, options));
    return await inBuild(client, filled.build, () => work({ client, ...filled }));
  } finally {
    // A broken connection is already closed.
    await client.end().catch(() => undefined);
  }
}

async function fillAlone(client: pg.Client, options: ReplayOptions): Promise<Filled> {
  await takeRebuildLock(client, options.signal);
  // Builds left by a killed process, or by an export that was still reading.
  await client.query(`update projection.build set status = 'abandoned' where status = 'filling'`);
  await dropOldBuilds(client);
  return fill(client, options);
}

async function inBuild<Result>(client: pg.Client, build: Build, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    // The next replay drops a build that cannot be dropped now.
    await dropUnlessCurrent(client, build).catch(() => undefined);
  }
}

async function dropUnlessCurrent(client: pg.Client, { schema }: Build): Promise<void> {
  const { rowCount } = await client.query(
    `update projection.build set status = 'abandoned' where schema = $1 and status = 'filling'`,
    [schema],
  );
  if (rowCount === 1) await dropBuild(client, schema);
}

async function fill(client: pg.Client, options: ReplayOptions): Promise<Filled> {
  const build = await createBuild(client, models, options.definition);
  try {
    return await fillInBulk(client, build, options);
  } catch (error) {
    // The first error is thrown; the next rebuild drops this build.
    await dropUnlessCurrent(client, build).catch(() => undefined);
    if (options.signal.aborted || [ModelsStopped, ViewInUse].some((kind) => error instanceof kind)) throw error;
    if (isTransient(error)) throw error;
    options.onProgress?.('an event cannot be folded; reading the log again, batch by batch, to find it');
    return fillInBatches(client, options, error);
  }
}

async function fillInBulk(client: pg.Client, build: Build, options: ReplayOptions): Promise<Filled> {
  const { signal, onProgress } = options;
  const { position, events } = await copyInBulk(client, build, options);
  onProgress?.(`read ${events} events to position ${position}; indexing`);
  await addIndexes(client, build, models);
  for (const { name } of models.flatMap((model) => model.tables)) {
    signal.throwIfAborted();
    await client.query(`analyze ${build.schema}.${name}`);
  }
  for (const { name: model } of models) {
    await advance(client, { schema: build.schema, model, position: START }, position, 'filling');
  }
  const stops: Stops = new Map();
  const rest = await caughtUp(client, build, options, stops);
  return { build, position: rest.position, events: events + rest.events, stops };
}

/** A separate function, so that its memory is released before the rest of the log is read. */
async function copyInBulk(client: pg.Client, build: Build, options: ReplayOptions) {
  const { store, heldBack } = options;
  const rows = new BulkRows(client, build.schema, await readColumnTypes(client, build.schema), heldBack);
  await mustBeTakeable(client, build, models);
  for (const model of models) model.seed(rows);
  const read = await readLog(options, await foldsOf(store), rows);
  await rows.finish();
  return read;
}

/**
 * Folds live batches to find the event that stops a model. Throws `failure` when no model stops, because the failure
 * has another cause.
 */
async function fillInBatches(client: pg.Client, options: ReplayOptions, failure: unknown): Promise<Filled> {
  const build = await createBuild(client, models, options.definition);
  try {
    await addIndexes(client, build, models);
    await seedBuild(client, build, models);
    const stops: Stops = new Map();
    const { position, events } = await caughtUp(client, build, options, stops);
    if (stops.size === 0) throw failure;
    return { build, position, events, stops };
  } catch (error) {
    // The first error is thrown; the next rebuild drops this build.
    await dropUnlessCurrent(client, build).catch(() => undefined);
    throw error;
  }
}

/**
 * Folds the remaining events in live batches: those recorded meanwhile, and those beyond the memory limit. Returns the
 * position of every model that is not stopped.
 */
async function caughtUp(client: pg.Client, build: Build, options: ReplayOptions, stops: Stops): Promise<CaughtUp> {
  const caught = await catchUp(client, build, options, stops);
  if (stops.size > 0 && options.onStop !== 'keep') throw new ModelsStopped(stops);
  return caught;
}

export async function takeOver(
  client: pg.Client,
  build: Build,
  position: Position,
  options: RebuildOptions,
  stops: Stops = new Map(),
): Promise<void> {
  const { sameRules, onProgress } = options;
  onProgress?.('verifying');
  const current = await currentBuild(client);
  await refuseWhatIsNew(client, build, current, onProgress);
  if (sameRules && current?.definition === build.definition) {
    const differences = await compareBuilds(client, current.schema, build.schema, position);
    if (differences.length > 0) throw new RebuildRefused(differences);
  }
  for (let [isCurrent, mayGoBack] = [false, false]; !isCurrent; ) {
    await caughtUp(client, build, options, stops);
    isCurrent = await makeCurrent(client, build, models, { mayGoBack }).then(
      () => true,
      async (error: unknown) => {
        if (!(error instanceof BuildBehind)) throw error;
        // A stopped model never reaches the position of the build that readers use.
        if (error.models.some((model) => stops.has(model))) throw new ModelsStopped(stops);
        const lost = await lostToReaders(client, options.store);
        if (lost && !options.acceptsLoss) throw new RebuildRefused([lost]);
        if (lost) onProgress?.(lost);
        mayGoBack = lost !== undefined;
        return false;
      },
    );
  }
  onProgress?.('taken over');
  await dropOldBuilds(client);
}

/** What readers see of events that the log does not hold; undefined when the log holds all of them. */
async function lostToReaders(client: pg.Client, store: RebuildOptions['store']): Promise<string | undefined> {
  const { rows } = await client.query<{ last: string }>(
    `select coalesce(max(c.position), 0)::text as last from projection.checkpoint c
     join projection.build b on b.schema = c.schema and b.status = 'current'`,
  );
  const last = BigInt(rows[0]?.last ?? 0);
  const head = await store.head();
  if (last <= head) return undefined;
  return `the lists of before show events up to position ${last}, and the log holds those up to ${head} only: the later ones are lost`;
}

/**
 * Findings that also exist in the readers' books do not refuse the rebuild, because keeping the old books would not
 * remove them. Only new findings do.
 */
async function refuseWhatIsNew(
  client: pg.Client,
  build: Build,
  current: Build | undefined,
  onProgress: RebuildOptions['onProgress'],
): Promise<void> {
  const hasBooks = current && (await readPosition(client, current.schema, 'books')) > START;
  const { added, known } = hasBooks
    ? await compareBooks(client, build.schema, current.schema)
    : { added: [], known: (await checkBooks(client, build.schema)).filter(isBroken) };
  for (const answer of known) {
    for (const line of inWords([answer])) onProgress?.(`known, and not corrected by a rebuild: ${line}`);
    if (answer.remedy) onProgress?.(`to correct it: ${REMEDIES[answer.remedy]}`);
  }
  if (added.length > 0) throw new RebuildRefused(inWords(added));
}
