/** One model on one build: folds batches, each in a transaction with its checkpoint. */
import type pg from 'pg';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { inTransaction } from '../builds/build.ts';
import { advance, CheckpointMoved, markStopped, readPosition } from '../checkpoint/checkpoint.ts';
import { type Stop, stopOf, stopSentence } from '../checkpoint/stop.ts';
import { type Fold, type Model, type Sources, upcastAll } from '../models/model.ts';
import { type ColumnTypes, LiveRows, readColumnTypes } from '../rows/live-rows.ts';
import { positionsFor, readDecisions } from '../set-aside/set-aside.ts';
import { isTransient } from './transient.ts';

/** The model cannot fold this event and remains before it until the event is set aside or a newer program folds it. */
export class ModelStopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop, cause: unknown) {
    super(stopSentence(stop), { cause });
    this.name = 'ModelStopped';
    this.stop = stop;
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
  readonly #setAside: ReadonlySet<bigint>;
  #fold: Fold;
  #position: bigint;

  private constructor(
    options: SessionOptions,
    { types, setAside, position }: { types: ColumnTypes; setAside: ReadonlySet<bigint>; position: bigint },
  ) {
    this.#options = options;
    this.#types = types;
    this.#setAside = setAside;
    this.#position = position;
    this.#fold = this.#newFold();
  }

  /** Reads which events are set aside. A later decision concerns a stopped model, which opens a new session. */
  static async open(options: SessionOptions): Promise<ModelSession> {
    const { client, store, schema, model } = options;
    return new ModelSession(options, {
      types: await readColumnTypes(client, schema),
      setAside: positionsFor(model.name, await readDecisions(store)),
      position: await readPosition(client, schema, model.name),
    });
  }

  get position(): bigint {
    return this.#position;
  }

  /**
   * Folds a batch. When the batch itself fails, folds its halves, down to the single event that fails, and then throws
   * ModelStopped. Throws CheckpointMoved, and transient errors, which the caller tries again.
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
        await this.#fold.take(upcastAll(events, this.#setAside), rows);
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
    const stop = stopOf(model.name, event, error);
    await markStopped(client, { schema, model: model.name, position: this.#position }, stop);
    throw new ModelStopped(stop, error);
  }

  #newFold(): Fold {
    const { client, store, schema, model } = this.#options;
    const query = async <Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
      (await client.query<Row>(text, [...values])).rows;
    return model.fold({ store, reader: { schema, query }, setAside: this.#setAside });
  }
}
