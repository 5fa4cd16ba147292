/**
 * `LISTEN` as an alarm clock: it makes a subscription look earlier, and nothing depends on it. When the
 * connection is lost, polling goes on and a new one is tried.
 */

import type { ConnectionOptions } from '../claims/connection.ts';
import { CuttableClient } from '../claims/connection.ts';
import { Alarm } from '../wake-signal.ts';

const RETRY_MS = 1_000;

export class WakeUp {
  readonly #options: ConnectionOptions;
  readonly #alarm = new Alarm();
  #connection: CuttableClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The alarm, with the connection behind it that rings it. */
  get alarm(): Alarm {
    this.#listen();
    return this.#alarm;
  }

  /** For what this process stored itself. */
  ring(): void {
    this.#alarm.ring();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const connection = this.#connection;
    if (connection && !connection.broken) await connection.client.end().catch(() => connection.cut());
  }

  #listen(): void {
    if (this.#connection || this.#closed) return;
    const connection = new CuttableClient(this.#options);
    this.#connection = connection;
    connection.client.on('notification', () => this.#alarm.ring());
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
