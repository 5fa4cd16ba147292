/**
 * Group commit for database calls: while one is running, new calls are collected, and the next run takes all of them
 * in one round trip and one commit.
 */
import { defined } from '../../domain/values/defined.ts';
import { isStatementError } from './connection.ts';

const LARGEST_GROUP = 64;
const LARGEST_GROUP_BYTES = 4 * 1_048_576;

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly bytes: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export class Gathered<Call, Answer> {
  readonly #send: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Call, Answer>[] = [];
  #isUnderWay = false;

  /** `send` returns an answer for each call, in the same order. */
  constructor(send: (calls: readonly Call[]) => Promise<readonly Answer[]>) {
    this.#send = send;
  }

  ask(call: Call, bytes = 0): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, bytes, resolve, reject });
      this.#wake();
    });
  }

  /** Waits for the callbacks of this turn, so that callers answered together join one group again. */
  #wake(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    await this.#sendGroup(this.#nextGroup());
    this.#isUnderWay = false;
    if (this.#waiting.length > 0) this.#wake();
  }

  #nextGroup(): readonly Waiting<Call, Answer>[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((waiting, index) => {
      bytes += waiting.bytes;
      return index > 0 && (index === LARGEST_GROUP || bytes > LARGEST_GROUP_BYTES);
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  /** A call that the database rejects must not fail the others of its group: the group is sent again one by one. */
  async #sendGroup(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(group.map(({ call }) => call));
      for (const [index, { resolve }] of group.entries()) resolve(defined(answers[index]));
    } catch (error) {
      if (group.length > 1 && isStatementError(error)) for (const waiting of group) await this.#sendGroup([waiting]);
      else for (const { reject } of group) reject(error);
    }
  }
}
