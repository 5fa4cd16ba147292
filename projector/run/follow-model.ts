/** Keeps one model at the head of the log, as its one owner, until the signal is aborted. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EventStore } from '../../event-store/port.ts';
import { BUILD_CHANNEL, ensureBuild } from '../builds/build.ts';
import { CheckpointMoved } from '../checkpoint/checkpoint.ts';
import { models } from '../models/all.ts';
import type { Model } from '../models/model.ts';
import { ModelSession, ModelStopped } from './model-session.ts';

export interface FollowOptions {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  /** Told of errors: those that are tried again, and the one that stopped the model. */
  readonly onError?: (model: string, error: unknown) => void;
}

const BATCH_SIZE = 500;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const HEARTBEAT_MS = 5_000;
const OWNER_POLL_MS = 500;

export async function followModel(model: Model, options: FollowOptions): Promise<void> {
  const { signal, onError } = options;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const connection = new Connection(options.databaseUrl, signal);
    try {
      await connection.open(model);
      while (!connection.signal.aborted) {
        await followBuild(model, options, connection);
        pauseMs = FIRST_PAUSE_MS;
      }
    } catch (error) {
      if (!signal.aborted) onError?.(model.name, error);
      if (error instanceof ModelStopped) await aborted(connection.signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    } finally {
      await connection.close();
    }
    await pause(pauseMs, signal);
  }
}

/** Returns when the model goes on in another build, or the connection's signal is aborted. */
async function followBuild(model: Model, { store }: FollowOptions, connection: Connection): Promise<void> {
  const { client } = connection;
  // From before the build is read, so that none is missed: a model without new events would stay in the old one.
  const signal = connection.untilNextBuild();
  const { schema } = await ensureBuild(client, models);
  const session = await ModelSession.open({ client, store, model, schema, status: 'current' });
  try {
    for await (const events of store.subscribe({ after: session.position, batchSize: BATCH_SIZE, signal })) {
      await session.take(events);
    }
  } catch (error) {
    if (!(error instanceof CheckpointMoved)) throw error;
    await pause(FIRST_PAUSE_MS, connection.signal);
  }
}

/** The model's own connection: it holds the owner's lock, so that who loses it can write no more. */
class Connection {
  readonly client: pg.Client;
  readonly #lost = new AbortController();
  readonly signal: AbortSignal;
  #nextBuild = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(url: string, signal: AbortSignal) {
    this.client = new pg.Client({ connectionString: url, application_name: 'daftar projector' });
    this.signal = AbortSignal.any([signal, this.#lost.signal]);
  }

  /** Connects and waits until no other process owns the model. */
  async open({ name }: Model): Promise<void> {
    this.client.on('error', () => this.#lost.abort());
    this.client.on('end', () => this.#lost.abort());
    this.client.on('notification', () => this.#nextBuild.abort());
    await this.client.connect();
    await this.client.query(`listen ${BUILD_CHANNEL}`);
    for (;;) {
      const { rows } = await this.client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(22, hashtext($1)) as mine',
        [name],
      );
      if (rows[0]?.mine || this.signal.aborted) break;
      await pause(OWNER_POLL_MS, this.signal);
    }
    const beat = () => this.#beat(name).catch(() => undefined);
    await beat();
    this.#heartbeat = setInterval(beat, HEARTBEAT_MS);
  }

  /** Aborted when readers see another build, or with the connection. */
  untilNextBuild(): AbortSignal {
    this.#nextBuild = new AbortController();
    return AbortSignal.any([this.signal, this.#nextBuild.signal]);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.client.end().catch(() => undefined);
  }

  async #beat(model: string): Promise<void> {
    await this.client.query(
      `insert into projection.owner (model, process) values ($1, $2)
       on conflict (model) do update set process = excluded.process, heartbeat_at = now()`,
      [model, String(process.pid)],
    );
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
