/**
 * `LISTEN` as an alarm clock: it makes a subscription look earlier, and nothing depends on it. When the
 * connection is lost, polling goes on and a new one is tried.
 */

import type { ConnectionOptions } from '../claims/connection.ts';
import { CuttableClient } from '../claims/connection.ts';
import { WakeSignal } from '../wake-signal.ts';

const RETRY_MS = 1_000;

export class WakeListener {
  readonly #options: ConnectionOptions;
  readonly #alarm = new WakeSignal();
  #connection: CuttableClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The alarm, with the connection behind it that rings it. */
  get alarm(): WakeSignal {
    this.#listen();
    return this.#alarm;
  }

  /** For what this process stored itself. */
  notify(): void {
    this.#alarm.notify();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const connection = this.#connection;
    // A connection that does not take leave is cut.
    if (connection && !connection.broken) await connection.client.end().catch(() => connection.cut());
  }

  #listen(): void {
    if (this.#connection || this.#closed) return;
    const connection = new CuttableClient(this.#options);
    this.#connection = connection;
    connection.client.on('notification', () => this.#alarm.notify());
    connection.client.on('end', () => this.#listenLater());
    connection.client
      .connect()
      .then(() => connection.client.query('listen daftar_log'))
      // It is tried again after a pause, and reading goes on by polling.
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
