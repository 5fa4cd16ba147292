/**
 * A live subscription that wakes readers at the end of the log. Readers read by position; a subscription that fails,
 * ends without an error, stops responding, or is dropped because it is slow, costs some latency and loses nothing.
 */

import { pause } from '../polling-subscription.ts';
import { WakeSignal } from '../wake-signal.ts';
import type { Log } from './restored-log.ts';

const RETRY_MS = 250;

export class LiveWakeUp {
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #alarm = new WakeSignal();
  #listening: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The signal that the subscription notifies. */
  get alarm(): WakeSignal {
    this.#listening ??= this.#listen();
    return this.#alarm;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#listening;
  }

  /** Subscribes again after an error or a silent end, until it is closed. */
  async #listen(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const subscription = this.#log.subscribeFromEnd();
      const leave = () => {
        // The subscription is destroyed either way.
        void subscription.unsubscribe().catch(() => {});
        subscription.destroy();
      };
      // An error may be reported after the loop was left; without a listener it would end the process.
      subscription.on('error', () => {});
      signal.addEventListener('abort', leave);
      try {
        for await (const event of subscription) if (event) this.#alarm.notify();
      } catch {
        // Readers poll in the meantime; the next round subscribes again.
      }
      signal.removeEventListener('abort', leave);
      leave();
      await pause(RETRY_MS, signal);
    }
  }
}
