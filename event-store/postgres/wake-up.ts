/**
 * `LISTEN` as an alarm clock: it makes a subscription look earlier, and nothing depends on it. When the
 * connection is lost, polling goes on and a new one is tried.
 */

import type { ConnectionOptions } from './connection.ts';
import { CuttableClient } from './connection.ts';

const RETRY_MS = 1_000;

export class WakeUp {
  readonly #options: ConnectionOptions;
  readonly #sleepers = new Set<() => void>();
  #connection: CuttableClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #count = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** How many notifications have come; a reader notes it before it reads, so that none is lost in between. */
  get count(): number {
    return this.#count;
  }

  /** Returns at a notification later than `seen`, after `pollMs`, or when the signal is aborted. */
  wait(seen: number, pollMs: number, signal: AbortSignal): Promise<void> {
    this.#listen();
    if (this.#count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, pollMs);
      signal.addEventListener('abort', done);
      this.#sleepers.add(done);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    for (const wake of [...this.#sleepers]) wake();
    const connection = this.#connection;
    if (connection && !connection.broken) await connection.client.end().catch(() => connection.cut());
  }

  #listen(): void {
    if (this.#connection || this.#closed) return;
    const connection = new CuttableClient(this.#options);
    this.#connection = connection;
    connection.client.on('notification', () => {
      this.#count += 1;
      for (const wake of [...this.#sleepers]) wake();
    });
    connection.client.on('end', () => this.#listenLater());
    connection.client
      .connect()
      .then(() => connection.client.query('listen daftar_log'))
      .catch(() => {
        connection.cut();
        this.#listenLater();
      });
  }

  #listenLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connection = undefined;
      this.#listen();
    }, RETRY_MS);
    this.#retry.unref();
  }
}
