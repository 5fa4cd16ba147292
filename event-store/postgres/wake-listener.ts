/**
 * Wakes subscriptions by `LISTEN`, so that they read earlier; nothing depends on it. When the connection is lost,
 * polling continues and the connection is retried.
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

  /** The signal that the connection notifies. */
  get alarm(): WakeSignal {
    this.#listen();
    return this.#alarm;
  }

  /** For events that this process stored itself. */
  notify(): void {
    this.#alarm.notify();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const connection = this.#connection;
    // A connection that does not close in time is destroyed.
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
      // It is retried after a pause; readers poll in the meantime.
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
