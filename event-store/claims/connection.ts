/** Connections of the log: raw text results, limits on every statement, sockets that can be cut. */
import { Socket } from 'node:net';
import pg from 'pg';
import { StoreUnavailable } from '../port.ts';
import type { RecordedAt } from './stated-time.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** After this, an append or a read is given up. */
  readonly timeoutMs: number;
  readonly recordedAt?: RecordedAt | undefined;
}

/** Values stay the text that PostgreSQL sends: positions are bigint, data keeps its exact bytes. */
const rawText = { getTypeParser: () => (value: string) => value };

export function clientConfig({ url, timeoutMs }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    types: rawText,
    connectionTimeoutMillis: timeoutMs,
    // Less than our own limit, so that the server has given up before the caller sends the batch again.
    statement_timeout: Math.ceil(timeoutMs * 0.8),
    lock_timeout: Math.ceil(timeoutMs * 0.6),
    idle_in_transaction_session_timeout: timeoutMs,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c jit=off',
    keepAlive: true,
  };
}

/** One connection with the socket in our hands: a server that went quiet can be left at once. */
export class CuttableClient {
  readonly client: pg.Client;
  readonly #socket = new Socket();
  broken = false;

  constructor(options: ConnectionOptions) {
    this.client = new pg.Client({ ...clientConfig(options), stream: () => this.#socket });
    this.client.on('error', () => {
      this.broken = true;
    });
    this.client.on('end', () => {
      this.broken = true;
    });
  }

  cut(): void {
    this.broken = true;
    this.#socket.destroy();
  }
}

/** Rejects with StoreUnavailable when the promise takes too long. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** SQLSTATE classes after which the statement may be sent again: connection, resources, shutdown, limits of time and locks. */
const TRANSIENT = /^(08|53|57|55P03|40)/;

/** True when the database refused the statement itself; false when it could not be asked or gave up. */
export function isStatementError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !TRANSIENT.test(error.code);
}

export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
