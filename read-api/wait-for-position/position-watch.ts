/**
 * Tracks the positions of the read models. The projector's notification is only a hint: the watch reads the checkpoint
 * after every notification and, while a request waits, every few milliseconds. A lost notification therefore only
 * delays an answer.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { MODEL_AGE_SECONDS_MAX, type ModelAge, ModelAges, type ModelRow } from '../../identity/machine/model-ages.ts';
import type { Reader } from '../database/reader-type.ts';

export type ModelName = 'events' | 'records' | 'documents' | 'books';

export interface ModelState {
  readonly position: bigint;
  /** The model cannot process an event; it continues when that is set aside or a newer program can. */
  readonly isStopped: boolean;
}

export interface Reached {
  /** Position of the model that is furthest behind. */
  readonly position: bigint;
  /** False when the requested position was not reached in time, a model is stopped, or its data is too old. */
  readonly reached: boolean;
  /** The requested position was not reached in time, and no model is stopped: it will be reached later. */
  readonly isBehind: boolean;
}

/** A model was never built, so there is nothing to read. */
export class ModelMissing extends Error {
  readonly model: ModelName;
  constructor(model: ModelName) {
    super(`model ${model} is not there`);
    this.name = 'ModelMissing';
    this.model = model;
  }
}

/** A record was not found in models that have not reached the requested position. */
export class ModelsBehind extends Error {
  override readonly name = 'ModelsBehind';
}

export const CHANNEL = 'projected';
const MAX_POSITION = 2n ** 63n;
const RECHECK_MS = 40;
const FRESH_MS = 500;
const AGES_FRESH_MS = 2_000;
const RECONNECT_MS = 1000;

export class PositionWatch {
  readonly #reader: Reader;
  readonly #databaseUrl: string;
  #states: ReadonlyMap<string, ModelState> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #measured: ModelAges;
  #ages: readonly ModelAge[] = [];
  #agesAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;
  readonly #now: () => number;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #changed = Promise.withResolvers<void>();
  #listener: pg.Client | undefined;
  #closed = false;
  readonly #onError: (error: unknown) => void;

  /**
   * `onError` is called when notifications cannot be received; the watch reconnects, and polls checkpoints meanwhile.
   * `now` is the clock of the ages, in milliseconds.
   */
  constructor(
    reader: Reader,
    databaseUrl: string,
    onError: (error: unknown) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#onError = onError;
    this.#now = now;
    this.#measured = new ModelAges(now);
    this.#reader = reader;
    this.#databaseUrl = databaseUrl;
  }

  async start(): Promise<void> {
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changed.resolve();
    // A broken connection is already closed.
    await this.#listener?.end().catch(() => undefined);
  }

  /**
   * Throws ModelMissing. Without a target it returns at once, with positions of the last half second. It does not wait
   * for a stopped model: then `reached` is false.
   */
  async reach(models: readonly ModelName[], target: bigint | undefined, timeoutMs: number): Promise<Reached> {
    if (models.length === 0) return { position: 0n, reached: true, isBehind: false };
    await this.ages();
    if (target === undefined) {
      if (performance.now() - this.#readAt > FRESH_MS) await this.#refresh();
      return this.#answer(models, 0n);
    }
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      // Taken before the checkpoint is read, so that a change after the reading resolves it.
      const changed = this.#changed.promise;
      await this.#refresh();
      const left = deadline - performance.now();
      // A missing model may appear shortly, when the projector has just started.
      const mayWait = left > 0 && !this.#closed && models.some((model) => this.#mayReach(model, target));
      if (!mayWait) return this.#answer(models, target);
      await Promise.race([changed, wait(Math.min(RECHECK_MS, left))]);
    }
  }

  #mayReach(model: ModelName, target: bigint): boolean {
    const state = this.#states.get(model);
    return !state || (!state.isStopped && state.position < target);
  }

  #answer(models: readonly ModelName[], target: bigint): Reached {
    const states = models.map((model) => {
      const state = this.#states.get(model);
      if (!state) throw new ModelMissing(model);
      return state;
    });
    const position = states.reduce(
      (lowest, state) => (state.position < lowest ? state.position : lowest),
      MAX_POSITION,
    );
    const isStopped = states.some((state) => state.isStopped);
    const isOld = this.#ages.some(
      ({ model, age }) => age > MODEL_AGE_SECONDS_MAX && models.some((name) => name === model),
    );
    return {
      position,
      reached: position >= target && !isStopped && !isOld,
      isBehind: position < target && !isStopped,
    };
  }

  /** Of all models, of the last two seconds. */
  async ages(): Promise<readonly ModelAge[]> {
    if (this.#now() - this.#agesAt > AGES_FRESH_MS) {
      this.#asking ??= this.#measure().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
    return this.#ages;
  }

  async #measure(): Promise<void> {
    const { rows } = await sql<ModelRow>`
      select model, status, position::text, head::text, waits, stands from log.model_ages() order by model`.execute(
      this.#reader,
    );
    this.#ages = this.#measured.take(rows);
    this.#agesAt = this.#now();
  }

  /** Resolves after a reading that began after the call; concurrent callers share one. */
  #refresh(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      // The waiting callers receive the error.
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#refresh();
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    const rows = await this.#reader.selectFrom('read.checkpoint').select(['model', 'position', 'status']).execute();
    this.#readAt = performance.now();
    this.#states = new Map(
      rows.map((row) => [row.model, { position: BigInt(row.position), isStopped: row.status === 'stopped' }]),
    );
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      options: '-c jit=off',
      application_name: 'daftar read-api listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const again = () => {
      if (this.#listener !== client || this.#closed) return;
      this.#listener = undefined;
      setTimeout(() => void this.#listen().catch(this.#onError), RECONNECT_MS).unref();
    };
    this.#listener = client;
    client.on('notification', () => this.#wake());
    client.on('error', again);
    client.on('end', again);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      again();
      throw error;
    }
  }

  #wake(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    const woken = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    woken.resolve();
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
