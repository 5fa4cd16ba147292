/**
 * What the import says to Daftar: the commands of the API, each with an idempotency key of its own, so that an
 * interrupted import can be run again and nothing is there twice.
 */

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

/** Sends `POST /api/<path>` as the person who imports. */
export type Send = (path: string, body: unknown, idempotencyKey: string) => Promise<ApiAnswer>;

export type Progress = (what: string, done: number, of: number) => void;

export class RefusedByApi extends Error {
  readonly answer: ApiAnswer;
  constructor(path: string, answer: ApiAnswer) {
    const fields = Object.entries(answer.body.errors ?? {}).map(([field, said]) => `${field}: ${said.join(', ')}`);
    super(`${path}: ${answer.status} ${answer.body.message ?? ''} ${fields.join('; ')}`.trim());
    this.name = 'RefusedByApi';
    this.answer = answer;
  }
}

export class Interrupted extends Error {}

export class ImportClient {
  readonly #send: Send;
  readonly #progress: Progress;
  readonly #signal: AbortSignal;
  readonly #inFlight: number;
  /** Position of the last command, which the read models must reach before the reconciliation. */
  position = '0';

  constructor(send: Send, progress: Progress, signal: AbortSignal, inFlight: number) {
    this.#send = send;
    this.#progress = progress;
    this.#signal = signal;
    this.#inFlight = inFlight;
  }

  /** The id of the record or document; throws RefusedByApi. */
  async create(path: string, body: unknown, key: string): Promise<number> {
    if (this.#signal.aborted) throw new Interrupted();
    const answer = await this.#send(path, body, `online-retail:${key}`);
    if (answer.status >= 300) throw new RefusedByApi(path, answer);
    if (answer.body.position && BigInt(answer.body.position) > BigInt(this.position)) {
      this.position = answer.body.position;
    }
    return Number(answer.body.data?.['id']);
  }

  /** The same for a record that somebody else may have registered under its name before. */
  async createUnlessTaken(path: string, body: unknown, key: string): Promise<void> {
    try {
      await this.create(path, body, key);
    } catch (error) {
      if (!(error instanceof RefusedByApi) || error.answer.status !== 422) throw error;
    }
  }

  /** Works on all of them, a few at a time, beginning in their order. */
  async each<T>(all: readonly T[], what: string, work: (one: T) => Promise<void>): Promise<void> {
    let next = 0;
    let done = 0;
    const lane = async (): Promise<void> => {
      while (next < all.length) {
        if (this.#signal.aborted) throw new Interrupted();
        const one = all[next++] as T;
        await work(one);
        this.#progress(what, ++done, all.length);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: this.#inFlight }, lane));
    const failed = lanes.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
