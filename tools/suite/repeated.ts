/**
 * A test that fails is repeated once, with its file alone, after all others. If it then passes, it is unsteady: it is
 * named, and does not fail the run. Many unsteady tests do, because then something else is wrong.
 */
import type { Failure, Outcome } from './vitest-run.ts';

const UNSTEADY_MAX = 3;
/** With more failed files than this the change itself is wrong, and repeating them tells nothing. */
const REPEATED_MAX = 6;

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: readonly string[];
  /** Lines for the end of the run. */
  readonly unsteady: readonly string[];
}

/** `repeat` runs one file alone. */
export function verdictOf(first: Outcome, repeat: (file: string) => Outcome | undefined): Verdict {
  const { passed, failures, notRun, hasStrayError } = first;
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length > REPEATED_MAX) return { passed, failed: failures.length, notRun, unsteady: [] };
  const outcomes = new Map(files.map((file) => [file, repeat(file)]));
  const again = failures.filter((failure) => !passes(failure, outcomes.get(failure.file)));
  // A failure that only the repetition found is one too.
  const others = [...outcomes.values()].flatMap((outcome) => outcome?.failures ?? []);
  const added = others.filter((other) => !failures.some((failure) => nameOf(failure) === nameOf(other)));
  const unsteady = failures.filter((failure) => !again.includes(failure)).map(nameOf);
  const tooMany = unsteady.length > UNSTEADY_MAX ? unsteady.length : 0;
  return {
    passed: passed + (tooMany ? 0 : unsteady.length),
    failed: again.length + added.length + tooMany + (hasStrayError ? 1 : 0),
    notRun,
    unsteady: unsteadyLines(unsteady),
  };
}

const nameOf = ({ file, test }: Failure): string => (test === undefined ? file : `${file} > ${test}`);

const passes = ({ file, test }: Failure, outcome: Outcome | undefined): boolean =>
  outcome !== undefined &&
  !outcome.hasStrayError &&
  !outcome.failures.some((failed) => failed.file === file && (failed.test === test || failed.test === undefined));

function unsteadyLines(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const lines = names.map((name) => `unsteady: ${name}`);
  const verdict = names.length > UNSTEADY_MAX ? `More than ${UNSTEADY_MAX}, so the run fails.` : '';
  const count = `${names.length} unsteady: failed once, and passed when repeated alone. ${verdict}`.trim();
  return [...lines, count];
}
