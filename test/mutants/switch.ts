/** The switches of a process: which mutant is on, and which ones were evaluated since the last look. */

/** Evaluations of loops and mutants after which a test is taken to run for ever: this many, and so many times its own. */
const STEPS_MORE = 2_000_000;
const STEPS_TIMES = 20;

export class Endless extends Error {}

export class Switches {
  /** The mutant that is on; -1 for none. */
  #on = -1;
  #evaluated: Uint8Array;
  #steps = 0;
  #stepsMax = Number.POSITIVE_INFINITY;

  constructor(count: number) {
    this.#evaluated = new Uint8Array(count);
  }

  /** Makes the functions that the switched sources call. */
  install(): void {
    Object.assign(globalThis, {
      mutant$: (number: number): boolean => {
        this.#evaluated[number] = 1;
        if (this.#on !== number) return false;
        this.#step();
        return true;
      },
      loop$: (): void => this.#step(),
    });
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > this.#stepsMax) throw new Endless(`more than ${this.#stepsMax} steps`);
  }

  /** Those that were evaluated since the last work. */
  evaluated(): readonly number[] {
    return [...this.#evaluated.keys()].filter((number) => this.#evaluated[number] === 1);
  }

  /** Runs the work without a mutant; returns those that it evaluated, and its steps. */
  async without(work: () => unknown): Promise<{ mutants: readonly number[]; steps: number }> {
    this.#evaluated.fill(0);
    this.#steps = 0;
    await work();
    const mutants = this.evaluated();
    this.#evaluated.fill(0);
    return { mutants, steps: this.#steps };
  }

  /** Whether the work fails while the mutant is on; `steps` are those without it. */
  async failsWith(mutant: number, steps: number, work: () => unknown): Promise<boolean> {
    this.#on = mutant;
    this.#steps = 0;
    this.#stepsMax = steps * STEPS_TIMES + STEPS_MORE;
    try {
      await work();
      return false;
    } catch {
      return true;
    } finally {
      this.#on = -1;
      this.#stepsMax = Number.POSITIVE_INFINITY;
    }
  }
}

const KEY = Symbol.for('daftar.test.mutants');

/** Those of this process, made at the first call. */
export function switchesOfProcess(count: number): Switches {
  const shared = globalThis as unknown as Record<symbol, Switches | undefined>;
  const found = shared[KEY];
  if (found) return found;
  const made = new Switches(count);
  made.install();
  shared[KEY] = made;
  return made;
}
