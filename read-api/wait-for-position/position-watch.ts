/**
 * Knows how far the read models are. The projector's notification only wakes: what counts is the checkpoint,
 * which is read again after every notification and, while somebody waits, every few milliseconds anyway. So a
 * notification that got lost costs a moment and never an answer.
 */
import pg from 'pg';
import type { Reader } from '../database/reader.ts';

export type ModelName = 'events' | 'records' | 'documents' | 'books';

export interface ModelState {
  readonly position: bigint;
  /** It cannot process an event, and goes on when that is set aside or a newer program can. */
  readonly isStopped: boolean;
}

export interface Reached {
  /** Of the model that is furthest behind. */
  readonly position: bigint;
  /** False when the position that was waited for was not reached in time, or a model is stopped. */
  readonly reached: boolean;
}

/** A model was never built: there is nothing to answer from. */
export class ModelMissing extends Error {
  readonly model: ModelName;
  constructor(model: ModelName) {
    super(`model ${model} is not there`);
    this.name = 'ModelMissing';
    this.model = model;
  }
}

export const CHANNEL = 'projected';
const MAX_POSITION = 2n ** 63n;
const RECHECK_MS = 40;
const FRESH_MS = 500;
const RECONNECT_MS = 1000;

export class PositionWatch {
  readonly #reader: Reader;
  readonly #databaseUrl: string;
  #states: ReadonlyMap<string, ModelState> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #changed = Promise.withResolvers<void>();
  #listener: pg.Client | undefined;
  #closed = false;
  readonly #onError: (error: unknown) => void;

  /** `onError` is called when notifications cannot be received; it is tried again, and checkpoints are polled meanwhile. */
  constructor(reader: Reader, databaseUrl: string, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#reader = reader;
    this.#databaseUrl = databaseUrl;
  }

  async start(): Promise<void> {
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changed.resolve();
    // A connection that is broken is closed already.
    await this.#listener?.end().catch(() => undefined);
  }

  /**
   * Throws ModelMissing. Without a target it answers at once, from what was read within the last half second. A model that
   * is stopped is not waited for: what it has is the answer, and `reached` is false.
   */
  async reach(models: readonly ModelName[], target: bigint | undefined, timeoutMs: number): Promise<Reached> {
    if (models.length === 0) return { position: 0n, reached: true };
    if (target === undefined) {
      if (performance.now() - this.#readAt > FRESH_MS) await this.#refresh();
      return this.#answer(models, 0n);
    }
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      // Taken before the checkpoint is read: a change after the reading resolves it.
      const changed = this.#changed.promise;
      await this.#refresh();
      const left = deadline - performance.now();
      // A model that is not there yet may be in a moment: the projector has just been started.
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
    return { position, reached: position >= target && !states.some(({ isStopped }) => isStopped) };
  }

  /** Resolves after a reading that began after the call; all who ask meanwhile share one. */
  #refresh(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      // Thrown to those who wait for it.
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
