/**
 * Serialises work by key within this process, so that a flood on one key uses one connection; and limits the
 * concurrency of work with a Gate.
 */
import { TooMany } from '../../identity/too-many.ts';

/** Maximum number of waiting calls for one key. */
const WAITING_MAX = 50;
const waiting = new Map<string, { last: Promise<unknown>; count: number }>();

/** Throws TooMany. */
export function inTurn<Result>([key, ...rest]: readonly string[], work: () => Promise<Result>): Promise<Result> {
  if (key === undefined) return work();
  const line = waiting.get(key) ?? { last: Promise.resolve(), count: 0 };
  if (line.count >= WAITING_MAX) throw new TooMany('too_many_sign_ins', 1);
  const mine = line.last.then(() => inTurn(rest, work));
  const settled = mine
    // Errors reject the promise of their own call; the next call only waits for its end.
    .catch(() => undefined)
    .finally(() => {
      line.count -= 1;
      if (line.count === 0) waiting.delete(key);
    });
  line.count += 1;
  line.last = settled;
  waiting.set(key, line);
  return mine;
}

/** Maximum number of calls waiting for a gate. */
const BEFORE_GATE_MAX = 200;

export class Gate {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(atOnceMax: number) {
    this.#free = atOnceMax;
  }

  /** Throws TooMany. */
  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#line.length >= BEFORE_GATE_MAX) throw new TooMany('too_many_sign_ins', 1);
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
