/**
 * Group commit. One connection appends; while its transaction is running, new batches are collected, and the next
 * transaction takes all of them. Positions require one lock anyway; the group shares its round trip and fsync.
 */
import { toError } from '../../domain/values/thrown.ts';
import type { EncodedBatch } from '../batch.ts';
import type { ConnectionOptions } from '../claims/connection.ts';
import { CuttableClient, isStatementError, unavailable, within } from '../claims/connection.ts';
import { stateTime } from '../claims/stated-time.ts';
import type { Appended } from '../port.ts';
import { StoreUnavailable } from '../port.ts';
import type { AppendRow } from './group.ts';
import { APPEND_SQL, groupArguments, readAnswer } from './group.ts';

const LARGEST_GROUP = 64;
const LARGEST_GROUP_BYTES = 4 * 1_048_576;

interface Waiting {
  readonly encoded: EncodedBatch;
  readonly sinceMs: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

export class GroupCommitter {
  readonly #options: ConnectionOptions;
  readonly #onStored: () => void;
  readonly #onConnected: () => Promise<void>;
  #queue: Waiting[] = [];
  #running = false;
  #closed = false;
  #connection: CuttableClient | undefined;

  /**
   * `onStored` is called after a group that stored something; `onConnected` before the first group of a new connection,
   * and an error of it refuses the group.
   */
  constructor(
    options: ConnectionOptions,
    { onStored, onConnected }: { readonly onStored: () => void; readonly onConnected: () => Promise<void> },
  ) {
    this.#options = options;
    this.#onStored = onStored;
    this.#onConnected = onConnected;
  }

  append(encoded: EncodedBatch): Promise<Appended> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ encoded, sinceMs: performance.now(), resolve, reject });
      this.#wake();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new StoreUnavailable('the store is closed'));
    while (this.#running) await new Promise((resolve) => setImmediate(resolve));
    const connection = this.#connection;
    if (connection && !connection.broken) await connection.client.end();
  }

  /** Waits for the callbacks of this turn, so that callers answered together join one group again. */
  #wake(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    const group = this.#nextGroup();
    if (group.length > 0) await this.#send(group);
    this.#running = false;
    if (this.#queue.length > 0) this.#wake();
  }

  /** Takes waiting batches in order, but at most one per stream and command; others go into a later group. */
  #nextGroup(): Waiting[] {
    const group: Waiting[] = [];
    const left: Waiting[] = [];
    const taken = new Set<string>();
    let bytes = 0;
    const oldestMs = performance.now() - this.#options.timeoutMs;
    for (const waiting of this.#queue) {
      const { batch, bytes: own } = waiting.encoded;
      const names = [batch.commandId, ...batch.writes.map((write) => write.stream)];
      if (waiting.sinceMs < oldestMs) {
        waiting.reject(new StoreUnavailable('the append waited too long for its turn'));
      } else if (
        group.length >= LARGEST_GROUP ||
        bytes + own > LARGEST_GROUP_BYTES ||
        names.some((name) => taken.has(name))
      ) {
        left.push(waiting);
      } else {
        group.push(waiting);
        bytes += own;
        for (const name of names) taken.add(name);
      }
    }
    this.#queue = left;
    return group;
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    try {
      const rows = await this.#ask(group.map(({ encoded }) => encoded));
      if (rows.some(([outcome]) => outcome === 'stored')) this.#onStored();
      for (const [index, { encoded, resolve, reject }] of group.entries()) {
        const row = rows[index];
        const answer = row ? readAnswer(encoded, row) : new Error('log.append gave no row for a batch');
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      await this.#sendFailed(group, error);
    }
  }

  /** After a failed statement each batch of the group is sent alone, so that only the batch that caused the failure is refused. */
  async #sendFailed(group: readonly Waiting[], error: unknown): Promise<void> {
    if (!isStatementError(error)) {
      for (const { reject } of group) reject(unavailable(error));
    } else if (group.length === 1) {
      group[0]?.reject(toError(error));
    } else {
      for (const waiting of group) await this.#send([waiting]);
    }
  }

  async #ask(group: readonly EncodedBatch[]): Promise<AppendRow[]> {
    const { timeoutMs, recordedAt } = this.#options;
    const connection = await this.#connected();
    try {
      if (recordedAt) await within(timeoutMs, 'the clock', stateTime(connection.client, recordedAt));
      const query = { name: 'append', text: APPEND_SQL, values: groupArguments(group), rowMode: 'array' as const };
      const { rows } = await within(timeoutMs, 'the append', connection.client.query<AppendRow>(query));
      return rows;
    } catch (error) {
      // After any error except a plain refusal the state of the connection is unknown; the next group gets a new one.
      if (!isStatementError(error)) connection.cut();
      throw error;
    }
  }

  async #connected(): Promise<CuttableClient> {
    if (this.#connection && !this.#connection.broken) return this.#connection;
    const connection = new CuttableClient(this.#options);
    try {
      await within(this.#options.timeoutMs, 'connecting to the log', connection.client.connect());
      await this.#onConnected();
    } catch (error) {
      connection.cut();
      throw unavailable(error);
    }
    this.#connection = connection;
    return connection;
  }
}
