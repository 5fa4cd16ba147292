/** Keeps one model at the head of the log, as its only owner, until the signal is aborted. */
import type { EventStore } from '../../event-store/port.ts';
import { type Build, ensureBuild } from '../builds/build.ts';
import { type Definition, ownDefinition } from '../builds/definition.ts';
import { CheckpointMoved } from '../checkpoint/checkpoint.ts';
import type { Stop } from '../checkpoint/stop.ts';
import { models } from '../models/all.ts';
import type { Model } from '../models/model.ts';
import { positionsFor, readDecisions } from '../set-aside/set-aside.ts';
import { ModelConnection, pause } from './model-connection.ts';
import { ModelSession, ModelStopped } from './model-session.ts';

export interface FollowOptions {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  /** Called with errors that will be tried again. */
  readonly onError?: (model: string, error: unknown) => void;
  /** Called when a model stops at an event; once for each event. */
  readonly onStop?: (stop: Stop) => void;
  /** Called when a stopped model has folded further events. */
  readonly onResume?: (model: string) => void;
  /** The definition of this program; default its own. */
  readonly definition?: Definition;
  /** Called when readers use the tables of another program, which this one leaves alone. */
  readonly onStandAside?: (build: Pick<Build, 'schema' | 'version'>) => void;
  /**
   * Called with the findings when the tables of this program are not taken over, once for each build of the readers;
   * without findings when they are.
   */
  readonly onRefused?: (findings: readonly string[]) => void;
  /** Milliseconds after which refused tables are built again, because the log may have been corrected; default 6 h. */
  readonly refusedRetryMs?: number;
  /**
   * Milliseconds after which a stopped model tries its event again, because the cause may be corrected by then; default
   * 60 s.
   */
  readonly retryMs?: number;
}

const BATCH_SIZE = 500;
/** Shortest time between the beginnings of two small batches. */
const BATCHES_APART_MS = 30;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const RETRY_MS = 60_000;
/** How often a stopped model checks whether its event was set aside. */
const DECISION_POLL_MS = 1_000;

export interface FollowRound extends FollowOptions {
  /** Called when readers use a build of another definition: rows of two programs must never be mixed in one table. */
  readonly onOtherDefinition: () => void;
}

/**
 * Models are independent of each other: each has its own connections, checkpoint and errors. Ends when the signal is
 * aborted, which `onOtherDefinition` must do.
 */
export async function followModel(model: Model, options: FollowRound): Promise<void> {
  const { signal, onError, databaseUrl } = options;
  const stops = new Stops(model, options);
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const connection = new ModelConnection(databaseUrl, signal, (error) => onError?.(model.name, error));
    try {
      if (await connection.open(model)) {
        while (!connection.signal.aborted) {
          await followBuild(model, options, connection, stops);
          pauseMs = FIRST_PAUSE_MS;
        }
      }
    } catch (error) {
      if (!signal.aborted) onError?.(model.name, error);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    } finally {
      await connection.close();
    }
    await pause(pauseMs, signal);
  }
}

/**
 * Returns when the model must continue in another build, may try its event again, or the connection's signal is
 * aborted.
 */
async function followBuild(
  model: Model,
  { store, onError, definition = ownDefinition(models), onOtherDefinition }: FollowRound,
  connection: ModelConnection,
  stops: Stops,
): Promise<void> {
  const { client } = connection;
  // Requested before the build is read, so that no notice is missed: otherwise a model without new events would stay in
  // the old build.
  const signal = connection.untilNextBuild();
  const build = await ensureBuild(client, models, definition);
  if (build.definition !== definition.digest) return onOtherDefinition();
  const { schema } = build;
  const session = await ModelSession.open({ client, store, model, schema, status: 'current' });
  const onReadError = (error: unknown) => onError?.(model.name, error);
  const options = { after: session.position, batchSize: BATCH_SIZE, signal, onError: onReadError };
  try {
    for await (const events of store.subscribe(options)) {
      const takenMs = performance.now();
      await session.take(events);
      stops.passed();
      // Under a steady load a transaction takes the events of a few commands instead of one.
      const restMs = BATCHES_APART_MS - (performance.now() - takenMs);
      if (restMs > 0 && events.length < BATCH_SIZE) await pause(restMs, signal);
    }
  } catch (error) {
    if (error instanceof ModelStopped) await stops.wait(error.stop, store, connection.nextBuild);
    else if (error instanceof CheckpointMoved) await pause(FIRST_PAUSE_MS, connection.signal);
    else throw error;
  }
}

/** The event at which a model is stopped. */
class Stops {
  readonly #model: Model;
  readonly #options: FollowOptions;
  #at: bigint | undefined;

  constructor(model: Model, options: FollowOptions) {
    this.#model = model;
    this.#options = options;
  }

  passed(): void {
    if (this.#at === undefined) return;
    this.#at = undefined;
    this.#options.onResume?.(this.#model.name);
  }

  /** Returns when the event is set aside or due to be tried again, or when the signal is aborted. */
  async wait(stop: Stop, store: Pick<EventStore, 'readStreams'>, signal: AbortSignal): Promise<void> {
    if (this.#at !== stop.position) this.#options.onStop?.(stop);
    this.#at = stop.position;
    const untilMs = performance.now() + (this.#options.retryMs ?? RETRY_MS);
    while (!signal.aborted && performance.now() < untilMs) {
      await pause(DECISION_POLL_MS, signal);
      if (positionsFor(this.#model.name, await readDecisions(store)).has(stop.position)) return;
    }
  }
}
