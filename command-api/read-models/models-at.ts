/** The position of the read models, for work that must not read them too early. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Position, StoreUnavailable } from '../../event-store/port.ts';
import { ask, type CurrentQuery, type Database, isNotBuilt, type LaggingQuery } from './named-query.ts';
import { STOPPED } from './stopped-models.ts';

/** The time that a read waits for the reader's own last write. */
export const READ_WAIT_MS = 2000;
/** Between two looks: the first ones follow sooner, because most models are only a batch behind. */
const [FIRST_POLL_MS, POLL_MS] = [5, 50];

/** True when the named models, or all of them without names, have reached a position. */
const REACHED: LaggingQuery<
  [position: bigint, models: readonly string[] | null],
  { readonly reached: boolean | null }
> = {
  name: 'models that have reached a position',
  staleness: 'whatever is there',
  sql: `select bool_and(position >= $1) as reached from read.checkpoint where $2::text[] is null or model = any($2)`,
};

const FURTHEST_BEHIND: LaggingQuery<[], { readonly furthest_behind: string | null }> = {
  name: 'position of the model that is furthest behind',
  staleness: 'whatever is there',
  sql: 'select min(position) as furthest_behind from read.checkpoint',
};

interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** All models by default. */
  readonly models?: readonly string[];
}

/** Proof that the read models have reached a position; required by queries whose results must be current. */
export class ModelsAt {
  readonly #position: Position;

  private constructor(position: Position) {
    this.#position = position;
  }

  get position(): Position {
    return this.#position;
  }

  /** Undefined when one of the models has not reached it in time. */
  static async reached(
    pool: Pool,
    position: Position,
    timeoutMs: number,
    { signal, models }: Waiting = {},
  ): Promise<ModelsAt | undefined> {
    const until = performance.now() + timeoutMs;
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, POLL_MS)) {
      const [answer] = await ask(pool, REACHED, position, models ?? null);
      if (answer?.reached === true) return new ModelsAt(position);
      if (performance.now() >= until) return undefined;
      await sleep(pollMs, undefined, { signal });
    }
  }
}

/**
 * Undefined when the tables of the read models do not exist. Throws StoreUnavailable when a model has not reached the
 * position within `waitMs`.
 */
export async function modelsAt(pool: Pool, position: Position, waitMs: number): Promise<ModelsAt | undefined> {
  try {
    const at = await ModelsAt.reached(pool, position, waitMs);
    if (at) return at;
  } catch (error) {
    if (isNotBuilt(error)) return undefined;
    throw error;
  }
  throw new StoreUnavailable('the read models are behind');
}

/** So long a job waits for a model that does not move. */
const IDLE_MS = 60_000;

/**
 * For a job, which waits as long as the models go on. Throws when the one that is furthest behind has not moved for
 * `idleMs`, with the models that are stopped.
 */
export async function waitForReadModels(
  pool: Pool,
  position: Position,
  { signal, idleMs = IDLE_MS }: { readonly signal?: AbortSignal; readonly idleMs?: number } = {},
): Promise<ModelsAt> {
  for (let before: string | null | undefined; ; ) {
    const at = await ModelsAt.reached(pool, position, idleMs, { signal });
    if (at) return at;
    const now = (await ask(pool, FURTHEST_BEHIND))[0]?.furthest_behind ?? null;
    if (now === before) break;
    before = now;
  }
  const stopped = (await ask(pool, STOPPED)).map(({ model, at }) => `, "${model}" is stopped at event ${at}`);
  throw new Error(`the read models have not reached the head of the log${stopped.join('')}`);
}

/**
 * `at` proves that the models contain everything stored before that position; or the caller marks the answer as stale.
 */
export async function askCurrent<Values extends readonly unknown[], Row extends object>(
  database: Database,
  { sql }: CurrentQuery<Values, Row>,
  _at: ModelsAt | 'shown as stale',
  ...values: Values
): Promise<readonly Row[]> {
  return (await database.query<Row>(sql, [...values])).rows;
}
