/**
 * The import's commands to the API, each with its own idempotency key, so that an interrupted import can run again
 * without duplicates.
 */

import { defined } from '../../domain/values/defined.ts';
import type { Entered, ImportProgress } from './progress.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly message?: string;
    readonly errors?: Readonly<Record<string, readonly string[]>>;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly position?: string;
  };
}

/** Sends `POST /api/<path>` as the importing person. */
export type Send = (path: string, body: unknown, idempotencyKey: string) => Promise<ApiAnswer>;

export class RefusedByApi extends Error {
  readonly answer: ApiAnswer;
  constructor(path: string, answer: ApiAnswer) {
    const fields = Object.entries(answer.body.errors ?? {}).map(([field, said]) => `${field}: ${said.join(', ')}`);
    super([`${path}:`, answer.status, answer.body.message, fields.join('; ')].filter(Boolean).join(' '));
    this.name = 'RefusedByApi';
    this.answer = answer;
  }
}

export class Interrupted extends Error {}

/** Idempotency key of a record that all files share. */
const sharedKey = (key: string): string => `online-retail:${key}`;

/** Idempotency key of a file's own record or document: equal content of two files is two commands. */
export const keyOfFile = (fileId: string, key: string): string => `online-retail:${fileId}:${key}`;

export interface ImportClientOptions {
  readonly send: Send;
  readonly fileId: string;
  readonly progress: ImportProgress;
  readonly signal: AbortSignal;
  /** Number of concurrent commands. */
  readonly lanes: number;
}

export class ImportClient {
  readonly #options: ImportClientOptions;
  /** Position of the last command, which the read models must reach before the reconciliation. */
  position = '0';

  constructor(options: ImportClientOptions) {
    this.#options = options;
  }

  /** The id of a record that every file uses; throws RefusedByApi. */
  share(path: string, body: unknown, key: string): Promise<number> {
    return this.#create(path, body, sharedKey(key));
  }

  /** The id of this file's record or document; throws RefusedByApi. */
  create(path: string, body: unknown, key: string): Promise<number> {
    return this.#create(path, body, keyOfFile(this.#options.fileId, key));
  }

  async #create(path: string, body: unknown, key: string): Promise<number> {
    const { send, signal } = this.#options;
    if (signal.aborted) throw new Interrupted();
    const answer = await send(path, body, key);
    if (answer.status >= 300) throw new RefusedByApi(path, answer);
    if (answer.body.position && BigInt(answer.body.position) > BigInt(this.position)) {
      this.position = answer.body.position;
    }
    return Number(answer.body.data?.['id']);
  }

  /** The same for a record that may already exist under its name. */
  async shareUnlessTaken(path: string, body: unknown, key: string): Promise<void> {
    await this.unlessRefused(() => this.share(path, body, key));
  }

  /** The reason of a refusal, or undefined when the work succeeded; throws every other error. */
  async unlessRefused(work: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedByApi) || error.answer.status >= 500) throw error;
      return error.message;
    }
  }

  /** Runs `work` for all of them, `lanes` at a time, in their order. */
  async each<T>(all: readonly T[], what: string, work: (one: T) => Promise<Entered>): Promise<void> {
    const { signal, progress, lanes } = this.#options;
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < all.length) {
        if (signal.aborted) throw new Interrupted();
        progress.step(what, await work(defined(all[next++])));
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
    const failed = ended.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
