/**
 * PostgreSQL connections of the log: results as raw text, a timeout on every statement, and sockets that can be
 * destroyed.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { StoreUnavailable } from '../port.ts';
import type { RecordedAt } from './stated-time.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** Timeout of an append or a read. */
  readonly timeoutMs: number;
  readonly recordedAt?: RecordedAt | undefined;
}

/** Values remain PostgreSQL's text: positions are bigint, and data keeps its exact bytes. */
const rawText = { getTypeParser: () => (value: string) => value };

export function clientConfig({ url, timeoutMs }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    types: rawText,
    connectionTimeoutMillis: timeoutMs,
    // Shorter than the client's timeout, so that the server has given up before the caller sends the batch again.
    statement_timeout: Math.ceil(timeoutMs * 0.8),
    lock_timeout: Math.ceil(timeoutMs * 0.6),
    idle_in_transaction_session_timeout: timeoutMs,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c jit=off',
    keepAlive: true,
  };
}

/** A client with access to its socket, so that an unresponsive connection can be destroyed immediately. */
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

/** Rejects with StoreUnavailable when the promise takes longer than `ms`. */
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

/**
 * SQLSTATE classes after which the statement may be repeated: connection, resources, shutdown, and limits of time and
 * locks.
 */
const TRANSIENT = /^(08|53|57|55P03|40)/;

/** True when the database refused the statement itself; false when it was unreachable or gave up. */
export function isStatementError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !TRANSIENT.test(error.code);
}

export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
