/**
 * A thread that ends the process when one mutant has been on for too long: what runs for ever without a loop of a
 * switched source cannot be stopped otherwise. The mutant counts as caught, and the run goes on in a new process.
 */
import { Worker } from 'node:worker_threads';

/** [0] is raised at each change, [1] is the mutant that is on or -1, [2] its limit in milliseconds. */
type Shared = Int32Array<SharedArrayBuffer>;

const THREAD = `
const { workerData: { shared, path } } = require('node:worker_threads');
const { appendFileSync } = require('node:fs');
for (;;) {
  const seen = Atomics.load(shared, 0);
  const mutant = Atomics.load(shared, 1);
  const ended = Atomics.wait(shared, 0, seen, mutant < 0 ? Infinity : Atomics.load(shared, 2));
  if (ended !== 'timed-out') continue;
  appendFileSync(path, JSON.stringify({ found: 'caught', mutant, by: 'it runs for ever' }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}`;

export class Watch {
  readonly #shared: Shared = new Int32Array(new SharedArrayBuffer(12));

  constructor(journal: string) {
    Atomics.store(this.#shared, 1, -1);
    const workerData = { shared: this.#shared, path: journal };
    new Worker(THREAD, { eval: true, workerData, execArgv: [] }).unref();
  }

  /** The mutant is on from now on, for at most so long; -1 for none. */
  on(mutant: number, limitMs = 0): void {
    Atomics.store(this.#shared, 1, mutant);
    Atomics.store(this.#shared, 2, limitMs);
    Atomics.add(this.#shared, 0, 1);
    Atomics.notify(this.#shared, 0);
  }
}
