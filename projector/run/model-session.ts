/** One model on one build: takes batches, each in a transaction with its checkpoint. */
import type pg from 'pg';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { inTransaction } from '../builds/build.ts';
import { advance, CheckpointMoved, markStopped, readPosition } from '../checkpoint/checkpoint.ts';
import { type Fold, type Model, newest, type Sources } from '../models/model.ts';
import { type ColumnTypes, LiveRows, readColumnTypes } from '../rows/live-rows.ts';
import { isTransient } from './transient.ts';

/** The model cannot take this event. It stays before it: an event is never passed over. */
export class ModelStopped extends Error {
  readonly position: bigint;
  constructor(model: string, event: RecordedEvent, cause: unknown) {
    super(`${model} stopped at position ${event.position} (${event.type})`, { cause });
    this.name = 'ModelStopped';
    this.position = event.position;
  }
}

export interface SessionOptions {
  readonly client: pg.ClientBase;
  readonly store: Sources['store'];
  readonly model: Model;
  readonly schema: string;
  readonly status: 'current' | 'filling';
}

export class ModelSession {
  readonly #options: SessionOptions;
  readonly #types: ColumnTypes;
  #fold: Fold;
  #position: bigint;

  private constructor(options: SessionOptions, types: ColumnTypes, position: bigint) {
    this.#options = options;
    this.#types = types;
    this.#position = position;
    this.#fold = this.#newFold();
  }

  static async open(options: SessionOptions): Promise<ModelSession> {
    const { client, schema, model } = options;
    return new ModelSession(
      options,
      await readColumnTypes(client, schema),
      await readPosition(client, schema, model.name),
    );
  }

  get position(): bigint {
    return this.#position;
  }

  /**
   * Takes a batch. When it fails for a reason that lies in it, its halves are taken, down to the one event that
   * cannot be: then throws ModelStopped. Throws CheckpointMoved, and whatever is transient, to try again later.
   */
  async take(events: readonly RecordedEvent[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    try {
      await this.#commit(events, last.position);
    } catch (error) {
      if (error instanceof CheckpointMoved || isTransient(error)) throw error;
      this.#fold = this.#newFold();
      if (events.length === 1) {
        await this.#stop(last, error);
      } else {
        const middle = events.length >> 1;
        await this.take(events.slice(0, middle));
        await this.take(events.slice(middle));
      }
    }
  }

  async #commit(events: readonly RecordedEvent[], position: bigint): Promise<void> {
    const { client, schema, model, status } = this.#options;
    await inTransaction(client, async () => {
      const rows = new LiveRows(schema, this.#types, client);
      try {
        await this.#fold.take(newest(events), rows);
        await rows.write();
      } catch (error) {
        await rows.abandon();
        throw error;
      }
      await advance(client, { schema, model: model.name, position: this.#position }, position, status);
    });
    this.#position = position;
  }

  async #stop(event: RecordedEvent, error: unknown): Promise<never> {
    const { client, schema, model } = this.#options;
    await markStopped(client, { schema, model: model.name, position: this.#position }, event.position, error);
    throw new ModelStopped(model.name, event, error);
  }

  #newFold(): Fold {
    const { client, store, schema, model } = this.#options;
    const query = async <Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
      (await client.query<Row>(text, [...values])).rows;
    return model.fold({ store, reader: { schema, query } });
  }
}
