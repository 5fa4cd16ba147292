/**
 * Rebuilds every read model from the first event, beside the one that readers see: read the log once, fold in
 * memory, COPY into tables without indexes, index, catch up, verify, compare, and only then take the views over.
 * Broken off at any point, it leaves the readers' tables as they were.
 */
import pg from 'pg';
import type { EventStore, Position } from '../../event-store/port.ts';
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
} from '../builds/build.ts';
import { advance } from '../checkpoint/checkpoint.ts';
import { models } from '../models/all.ts';
import { type Fold, newest } from '../models/model.ts';
import { BulkRows } from '../rows/bulk-rows.ts';
import { readColumnTypes } from '../rows/live-rows.ts';
import { ModelSession } from '../run/model-session.ts';
import { checkBooks } from '../verify/invariants.ts';
import { compareBuilds } from './compare.ts';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  /** The rows must come out as they are: another result is refused. False after a change of the tables or rules. */
  readonly sameRules: boolean;
  readonly onProgress?: (line: string) => void;
  /** Rows of a table that are held back because they may still change; default 5,000. */
  readonly heldBack?: number;
}

export interface Rebuilt {
  readonly schema: string;
  readonly position: Position;
  readonly events: number;
}

/** What is wrong with the new tables; the old ones stay. */
export class RebuildRefused extends Error {
  readonly findings: readonly string[];
  constructor(findings: readonly string[]) {
    super(`the rebuilt models are not taken over:\n${findings.join('\n')}`);
    this.name = 'RebuildRefused';
    this.findings = findings;
  }
}

/** Small enough that a page is folded and forgotten before the memory for young objects is full. */
const PAGE = 500;

/** Throws RebuildRefused, and what the store or the database throws; one rebuild runs at a time, others wait. */
export function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  return withReplay(options, async ({ client, build, position, events }) => {
    await takeOver(client, build, position, options);
    return { schema: build.schema, position, events };
  });
}

export interface Replayed {
  readonly client: pg.Client;
  readonly build: Build;
  readonly position: Position;
  readonly events: number;
}

/** Replays the log into a build that no reader sees, and drops it after the work unless the work made it current. */
export async function withReplay<Result>(
  options: Omit<RebuildOptions, 'sameRules'>,
  work: (replayed: Replayed) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'daftar rebuild' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureBuild(client, models);
    await client.query('select pg_advisory_lock(21, 1)');
    const build = await createBuild(client, models);
    try {
      return await work({ client, build, ...(await fill(client, build, options)) });
    } finally {
      await dropUnlessCurrent(client, build).catch(() => undefined);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function dropUnlessCurrent(client: pg.Client, { schema }: Build): Promise<void> {
  const { rowCount } = await client.query(
    `update projection.build set status = 'abandoned' where schema = $1 and status = 'filling'`,
    [schema],
  );
  if (rowCount === 1) await dropBuild(client, schema);
}

async function fill(client: pg.Client, build: Build, options: Omit<RebuildOptions, 'sameRules'>) {
  const { store, onProgress, heldBack } = options;
  const rows = new BulkRows(client, build.schema, await readColumnTypes(client, build.schema), heldBack);
  for (const model of models) model.seed(rows);
  const folds = models.map((model) => model.fold({ store, reader: undefined }));
  const { position, events } = await readLog(options, folds, rows);
  await rows.finish();
  onProgress?.(`read ${events} events to position ${position}; indexing`);
  await addIndexes(client, build, models);
  for (const { name } of models.flatMap((model) => model.tables)) await client.query(`analyze ${build.schema}.${name}`);
  for (const { name: model } of models) {
    await advance(client, { schema: build.schema, model, position: START }, position, 'filling');
  }
  return { position: await catchUp(client, build, options), events };
}

/** Every event once, through all models; the next page is read while one is folded. */
async function readLog(
  { store, signal, onProgress }: Pick<RebuildOptions, 'store' | 'signal' | 'onProgress'>,
  folds: readonly Fold[],
  rows: BulkRows,
) {
  let position = START;
  let events = 0;
  let next = store.readAll(position, PAGE);
  for (;;) {
    const page = await next;
    signal.throwIfAborted();
    const last = page.at(-1);
    if (!last) return { position, events };
    position = last.position;
    events += page.length;
    next = store.readAll(position, PAGE);
    // Looked at when its turn comes.
    next.catch(() => undefined);
    const shaped = newest(page);
    for (const fold of folds) await fold.take(shaped, rows);
    await rows.drain();
    if (events % (PAGE * 20) === 0) onProgress?.(`read ${events} events`);
  }
}

/** What was recorded in the meantime, in the normal way. Gives the position that every model has reached. */
async function catchUp(
  client: pg.Client,
  build: Build,
  { store, signal }: Pick<RebuildOptions, 'store' | 'signal'>,
): Promise<Position> {
  const sessions = [];
  for (const model of models) {
    sessions.push(await ModelSession.open({ client, store, model, schema: build.schema, status: 'filling' }));
  }
  for (;;) {
    signal.throwIfAborted();
    const position = sessions[0]?.position ?? START;
    const page = await store.readAll(position, PAGE);
    if (page.length === 0) return position;
    for (const session of sessions) await session.take(page);
  }
}

export async function takeOver(
  client: pg.Client,
  build: Build,
  position: Position,
  options: RebuildOptions,
): Promise<void> {
  const { sameRules, onProgress } = options;
  onProgress?.('verifying');
  const broken = (await checkBooks(client, build.schema)).filter(({ findings }) => findings.length > 0);
  if (broken.length > 0)
    throw new RebuildRefused(broken.flatMap(({ name, findings }) => findings.map((each) => `${name}: ${each}`)));
  const current = await currentBuild(client);
  if (sameRules && current) {
    const differences = await compareBuilds(client, current.schema, build.schema, position);
    if (differences.length > 0) throw new RebuildRefused(differences);
  }
  for (let isCurrent = false; !isCurrent; ) {
    await catchUp(client, build, options);
    isCurrent = await makeCurrent(client, build, models).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BuildBehind) return false;
        throw error;
      },
    );
  }
  onProgress?.('taken over');
  await dropOldBuilds(client);
}
