/**
 * Runs each test once without a mutant, which records the mutants that it evaluates, and then once with each of them
 * that no test has caught yet. Nothing is loaded again in between.
 */
import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { ROOT } from '../../launcher/machine/root.ts';
import { Journal } from './journal.ts';
import { folderOfRun, journalIn, planOfRun, roundOfRun } from './run-folder.ts';
import { switchesOfProcess } from './switch.ts';
import { Watch } from './watch.ts';

/** Slower tests wait for the second round. */
const QUICK_MS = 400;
/** Slower tests are left out. */
const SLOW_MS = 30_000;
/** A test without an end: this, and so many times the time that it takes without a mutant. */
const ENDLESS_MS = 20_000;
const ENDLESS_TIMES = 20;

const named = (test: RunnerTestCase): string => `${relative(ROOT, test.file.filepath)}: ${test.fullTestName}`;

export default class MutantRunner extends TestRunner {
  readonly #switches = switchesOfProcess(planOfRun().mutants.length);
  readonly #journal = new Journal(journalIn(folderOfRun()));
  readonly #caught = new Set<number>();
  /** Tests with nothing left to do: their mutants were tried, or they show nothing. */
  readonly #done = new Set<string>();
  readonly #watch = new Watch(journalIn(folderOfRun()));
  /** Whether a mutant was on in this process. */
  #isUsed = false;

  async runTask(test: RunnerTestCase): Promise<void> {
    this.#readJournal();
    const name = named(test);
    if (this.#done.has(name)) return;
    this.#journal.write({ found: 'loaded', mutants: this.#switches.evaluated() });
    const run = TestRunner.getTestFn(test);
    const started = performance.now();
    const clean = await this.#passes(run);
    const ms = performance.now() - started;
    if (clean === undefined) return this.#unusable(name, 'fails without a mutant', this.#isUsed);
    if (roundOfRun() === 'quick' && ms > QUICK_MS) {
      this.#journal.write({ found: 'slow', test: name, file: relative(ROOT, test.file.filepath), ms });
      this.#journal.write({ found: 'reached', mutants: clean.mutants });
      return;
    }
    const left = clean.mutants.filter((mutant) => !this.#caught.has(mutant));
    this.#journal.write({ found: 'reached', mutants: clean.mutants });
    if (left.length > 0 && ms < SLOW_MS) await this.#tryAll(name, left, run, { ms, steps: clean.steps });
    this.#journal.write({ found: 'tried', test: name });
  }

  async #tryAll(
    test: string,
    mutants: readonly number[],
    run: () => unknown,
    clean: { readonly ms: number; readonly steps: number },
  ): Promise<void> {
    const isRepeatable = (await this.#passes(run)) !== undefined;
    if (!isRepeatable) return this.#unusable(test, 'fails when it is repeated', true);
    for (const mutant of mutants) {
      this.#isUsed = true;
      this.#watch.on(mutant, ENDLESS_MS + clean.ms * ENDLESS_TIMES);
      const fails = await this.#switches.failsWith(mutant, clean.steps, run);
      this.#watch.on(-1);
      if (!fails) continue;
      // What a mutant left behind in the process must not be taken for an error of the next one.
      if ((await this.#passes(run)) === undefined) return this.#unusable(test, 'keeps what a mutant left', true);
      this.#caught.add(mutant);
      this.#journal.write({ found: 'caught', mutant, by: test });
    }
  }

  /** What it evaluates; undefined when it fails. */
  async #passes(run: () => unknown): Promise<{ mutants: readonly number[]; steps: number } | undefined> {
    try {
      return await this.#switches.without(run);
    } catch {
      return undefined;
    }
  }

  /** Leaves out the test; in a process that is no longer as it was, the others go on in a new one. */
  #unusable(test: string, why: string, isSpoiled: boolean): void {
    this.#journal.write({ found: 'unusable', test, why });
    if (isSpoiled) process.kill(process.pid, 'SIGKILL');
  }

  #readJournal(): void {
    for (const entry of this.#journal.next()) {
      if (entry.found === 'caught') this.#caught.add(entry.mutant);
      if (entry.found === 'tried' || entry.found === 'unusable') this.#done.add(entry.test);
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    for (const { filepath } of files) this.#journal.write({ found: 'ended', file: relative(ROOT, filepath) });
  }
}
