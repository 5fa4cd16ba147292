/** Shared parts of the scenarios: a figure with its reference and its target, concurrent writers, medians. */

export interface Figure {
  readonly name: string;
  /** Printed unchanged: `6,120 events/s`, `p99 12 ms`. */
  readonly value: string;
  /** The reference measured in the same run, and the ratio (above 1 is better than the reference). */
  readonly reference?: { readonly name: string; readonly value: string; readonly ratio: number };
  /** The target in words, and whether it was reached. */
  readonly target?: { readonly text: string; readonly reached: boolean };
}

export interface Run {
  /** A factor for every count of the scenario: 1 is the measurement, 0.01 a hundredth of it, for the tests. */
  readonly size: number;
  /** Address of a migrated and empty database that only this run uses. */
  readonly databaseUrl: string;
  /** Address of the same database for a role that may create others. */
  readonly serverUrl: string;
}

/** Checks its own result before it returns a figure. Throws WrongResult. */
export interface Scenario {
  readonly name: string;
  /** With the counts of size 1. */
  readonly about: string;
  /** The missing requirement of this machine, or undefined. */
  missing?(): string | undefined;
  run(run: Run): Promise<readonly Figure[]>;
}

/** A count at a size. Below `atLeast` the scenario would not measure the same work. */
export const scaled = (count: number, size: number, atLeast: number): number =>
  Math.max(atLeast, Math.round(count * size));

export class WrongResult extends Error {
  override name = 'WrongResult';
}

/** Throws WrongResult: a figure of work that was not done means nothing. */
export function mustHold(condition: boolean, what: string): asserts condition {
  if (!condition) throw new WrongResult(what);
}

/** Runs `writers` concurrently, each taking the next of `count` pieces of work; returns pieces per second. */
export async function ratePerSecond(
  writers: number,
  count: number,
  work: (piece: number, writer: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (next < count) {
        next += 1;
        await work(next - 1, writer);
      }
    }),
  );
  return (count / (performance.now() - startedMs)) * 1_000;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that `share` of the values do not exceed; 0.99 for p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const perSecond = (rate: number, what: string): string => `${Math.round(rate).toLocaleString('en')} ${what}/s`;
