/** `npm test -- --profile`: the distribution of test time, as the table of docs/testing.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 30;

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);
/** A reporter of vitest; the workers write their counts into the folder TEST_PROFILE. */
export default class Profile implements Reporter {
  readonly #folder: string | undefined;
  readonly #say: (line: string) => unknown;

  constructor(
    folder = process.env['TEST_PROFILE'],
    say: (line: string) => unknown = (line) => process.stdout.write(`${line}\n`),
  ) {
    // vitest creates a reporter with its options; this one has none.
    this.#folder = typeof folder === 'string' ? folder : process.env['TEST_PROFILE'];
    this.#say = say;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
        module.diagnostic();
      const loadingMs = collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
      return { name: relative(process.cwd(), module.moduleId), loadingMs, testsMs: duration };
    });
    const slowest = files.toSorted((a, b) => b.loadingMs + b.testsMs - a.loadingMs - a.testsMs).slice(0, SLOWEST);
    this.#say(`\nThe slowest ${slowest.length} of ${files.length} files, in seconds: loading, tests`);
    for (const { name, loadingMs, testsMs } of slowest) this.#say(`${seconds(loadingMs)} ${seconds(testsMs)}  ${name}`);
    const sum = (of: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + of(file), 0);
    this.#say(`${seconds(sum((file) => file.loadingMs))} ${seconds(sum((file) => file.testsMs))}  all files`);

    this.#say('\nSpent on, over all workers: times, seconds');
    for (const [what, { count, ms }] of [...spentOf(this.#folder)].toSorted(byTime)) {
      this.#say(`${String(count).padStart(8)} ${seconds(ms)}  ${what}`);
    }
  }
}

interface Spent {
  readonly count: number;
  readonly ms: number;
}

const byTime = (a: readonly [string, Spent], b: readonly [string, Spent]): number => b[1].ms - a[1].ms;

/** The sums of all workers' counts. */
function spentOf(folder: string | undefined): Map<string, Spent> {
  const all = new Map<string, Spent>();
  if (folder === undefined) return all;
  for (const file of readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))) {
    for (const [what, { count, ms }] of JSON.parse(readFileSync(join(folder, file), 'utf8')) as [string, Spent][]) {
      const before = all.get(what) ?? { count: 0, ms: 0 };
      all.set(what, { count: before.count + count, ms: before.ms + ms });
    }
  }
  return all;
}
