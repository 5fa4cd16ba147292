/**
 * The connections of one model. One holds the owner's lock and writes the rows, so that a process that loses the lock
 * writes nothing more. Notifications and the heartbeat use another: their statements never run within the transaction
 * of a batch, and their failure never aborts one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lastingConnection } from '../../event-store/lasting-connection.ts';
import { BUILD_CHANNEL } from '../builds/build.ts';
import type { Model } from '../models/model.ts';

const HEARTBEAT_MS = 5_000;
const OWNER_POLL_MS = 500;
/** The longest statement of a batch; the whole of a model is built by `projector/rebuild/`. */
const BATCH_MS_MAX = 600_000;
/** Notifications and heartbeats. */
const SIDE_MS_MAX = 30_000;

export class ModelConnection {
  /** Holds the owner's lock. */
  readonly client: pg.Client;
  readonly #side: pg.Client;
  readonly #lost = new AbortController();
  /** Aborted with the projector, and when a connection breaks. */
  readonly signal: AbortSignal;
  #nextBuild = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;

  readonly #onError: (error: unknown) => void;

  /** `onError` is called when the heartbeat fails: the model continues, but monitors report it as gone. */
  constructor(url: string, signal: AbortSignal, onError: (error: unknown) => void) {
    this.#onError = onError;
    const named = { application_name: 'daftar projector' };
    this.client = new pg.Client({ ...lastingConnection(url, BATCH_MS_MAX), ...named });
    this.#side = new pg.Client({ ...lastingConnection(url, SIDE_MS_MAX), ...named });
    this.signal = AbortSignal.any([signal, this.#lost.signal]);
  }

  /** Connects and waits until no other process owns the model. False when the signal was aborted meanwhile. */
  async open({ name }: Pick<Model, 'name'>): Promise<boolean> {
    for (const client of [this.client, this.#side]) {
      client.on('error', () => this.#lost.abort());
      client.on('end', () => this.#lost.abort());
      await client.connect();
    }
    this.#side.on('notification', () => this.#nextBuild.abort());
    await this.#side.query(`listen ${BUILD_CHANNEL}`);
    while (!(await this.#takeLock(name))) {
      await pause(OWNER_POLL_MS, this.signal);
      if (this.signal.aborted) return false;
    }
    const beat = () => this.#beat(name).catch(this.#onError);
    await beat();
    this.#heartbeat = setInterval(beat, HEARTBEAT_MS);
    return true;
  }

  /** A signal that is aborted when readers use another build than at the last call, or with the connection. */
  untilNextBuild(): AbortSignal {
    this.#nextBuild = new AbortController();
    return this.nextBuild;
  }

  get nextBuild(): AbortSignal {
    return AbortSignal.any([this.signal, this.#nextBuild.signal]);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    // A broken connection is already closed.
    await Promise.all([this.client, this.#side].map((client) => client.end().catch(() => undefined)));
  }

  async #takeLock(model: string): Promise<boolean> {
    const { rows } = await this.client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(22, hashtext($1)) as mine',
      [model],
    );
    return rows[0]?.mine === true;
  }

  async #beat(model: string): Promise<void> {
    await this.#side.query(
      `insert into projection.owner (model, process) values ($1, $2)
       on conflict (model) do update set process = excluded.process, heartbeat_at = now()`,
      [model, String(process.pid)],
    );
  }
}

/** Waits, or returns at once when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects only when the signal is aborted.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
