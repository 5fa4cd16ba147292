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
  /** The event that the model could not take; undefined while it runs. */
  readonly stoppedAt: string | undefined;
}

export interface Reached {
  /** Of the model that is furthest behind. */
  readonly position: bigint;
  /** False when the position that was waited for was not reached in time. */
  readonly reached: boolean;
}

/** A model stopped at an event that it could not take, or was never built: what it would answer is not to be trusted. */
export class ModelStopped extends Error {
  readonly model: ModelName;
  readonly position: string | undefined;
  constructor(model: ModelName, position: string | undefined) {
    super(`model ${model} ${position === undefined ? 'is not there' : `stopped at ${position}`}`);
    this.name = 'ModelStopped';
    this.model = model;
    this.position = position;
  }
}

export const CHANNEL = 'projected';
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

  constructor(reader: Reader, databaseUrl: string) {
    this.#reader = reader;
    this.#databaseUrl = databaseUrl;
  }

  async start(): Promise<void> {
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changed.resolve();
    await this.#listener?.end().catch(() => undefined);
  }

  /** Throws ModelStopped. Without a target it answers at once, from what was read within the last half second. */
  async reach(models: readonly ModelName[], target: bigint | undefined, timeoutMs: number): Promise<Reached> {
    if (target === undefined) {
      if (performance.now() - this.#readAt > FRESH_MS) await this.#refresh();
      return { position: this.#lowest(models), reached: true };
    }
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      // Taken before the checkpoint is read: a change after the reading resolves it.
      const changed = this.#changed.promise;
      await this.#refresh();
      const left = deadline - performance.now();
      // A model that is not there yet may be in a moment: the projector has just been started.
      if (left <= 0 || this.#closed || models.every((model) => this.#states.has(model))) {
        const position = this.#lowest(models);
        if (position >= target || left <= 0 || this.#closed) return { position, reached: position >= target };
      }
      await Promise.race([changed, wait(Math.min(RECHECK_MS, left))]);
    }
  }

  #lowest(models: readonly ModelName[]): bigint {
    let lowest: bigint | undefined;
    for (const model of models) {
      const state = this.#states.get(model);
      if (!state || state.stoppedAt !== undefined) throw new ModelStopped(model, state?.stoppedAt);
      if (lowest === undefined || state.position < lowest) lowest = state.position;
    }
    return lowest ?? 0n;
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
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#refresh();
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    const rows = await this.#reader
      .selectFrom('read.checkpoint')
      .select(['model', 'position', 'status', 'stopped_at_position'])
      .execute();
    this.#readAt = performance.now();
    this.#states = new Map(
      rows.map((row) => [
        row.model,
        {
          position: BigInt(row.position),
          stoppedAt: row.status === 'stopped' ? (row.stopped_at_position ?? row.position) : undefined,
        },
      ]),
    );
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl, application_name: 'daftar read-api listener' });
    const again = () => {
      if (this.#listener !== client || this.#closed) return;
      this.#listener = undefined;
      setTimeout(() => void this.#listen().catch(() => undefined), RECONNECT_MS).unref();
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
