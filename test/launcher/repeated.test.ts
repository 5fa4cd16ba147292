/** A failed test is repeated once, with its file alone: what passes then is unsteady, and does not fail the run. */
import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../tools/suite/repeated.ts';
import type { Failure, Outcome } from '../../tools/suite/vitest-run.ts';
import { outcomeOf } from '../../tools/suite/vitest-run.ts';

const outcome = (passed: number, failures: readonly Failure[] = [], hasStrayError = false): Outcome => ({
  passed,
  failures,
  hasStrayError,
  notRun: [],
});
const failed = (file: string, test?: string): Failure => ({ file, test });
const never = (): never => {
  throw new Error('nothing is repeated');
};

describe('a run of tests', () => {
  it('without a failure repeats nothing', () => {
    expect(verdictOf(outcome(7), never)).toEqual({ passed: 7, failed: 0, notRun: [], unsteady: [] });
  });

  it('repeats each file with a failure once, and names what passes then', () => {
    const repeated: string[] = [];
    const first = outcome(5, [failed('a.test.ts', 'adds'), failed('a.test.ts', 'subtracts')]);
    const verdict = verdictOf(first, (file) => {
      repeated.push(file);
      return outcome(4);
    });
    expect(repeated).toEqual(['a.test.ts']);
    expect(verdict).toMatchObject({ passed: 7, failed: 0 });
    expect(verdict.unsteady.slice(0, 2)).toEqual(['unsteady: a.test.ts > adds', 'unsteady: a.test.ts > subtracts']);
    expect(verdict.unsteady.at(-1)).toContain('2 unsteady');
  });

  it('fails for a test that fails again, and counts the other one as passed', () => {
    const first = outcome(5, [failed('a.test.ts', 'adds'), failed('a.test.ts', 'subtracts')]);
    const verdict = verdictOf(first, () => outcome(3, [failed('a.test.ts', 'adds')]));
    expect(verdict).toMatchObject({ passed: 6, failed: 1 });
  });

  it('fails for a failure that only the repetition found, and for a file that does not load', () => {
    const first = outcome(5, [failed('a.test.ts', 'adds')]);
    expect(verdictOf(first, () => outcome(3, [failed('a.test.ts', 'divides')]))).toMatchObject({ failed: 1 });
    expect(verdictOf(first, () => outcome(0, [failed('a.test.ts')]))).toMatchObject({ failed: 2 });
    expect(verdictOf(first, () => undefined)).toMatchObject({ failed: 1 });
  });

  it('fails with more than three unsteady tests', () => {
    const tests = (count: number) => Array.from({ length: count }, (_, n) => failed(`${n % 2}.test.ts`, `test ${n}`));
    expect(verdictOf(outcome(1, tests(3)), () => outcome(9))).toMatchObject({ passed: 4, failed: 0 });
    expect(verdictOf(outcome(1, tests(4)), () => outcome(9))).toMatchObject({ passed: 1, failed: 4 });
  });

  it('repeats nothing when many files fail, and fails for an error outside of any test', () => {
    const many = Array.from({ length: 7 }, (_, n) => failed(`${n}.test.ts`, 'adds'));
    expect(verdictOf(outcome(1, many), never)).toMatchObject({ passed: 1, failed: 7, unsteady: [] });
    expect(verdictOf(outcome(3, [], true), never)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('the report of vitest', () => {
  const result = (status: string, fullName: string) => ({ status, fullName });

  it('names failed tests, files that do not load, and tests that did not run', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults: [result('failed', 'adds'), result('passed', 'holds')] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [result('passed', 'x'), result('skipped', 'y')] },
    ];
    const found = outcomeOf({ testResults }, 1);
    expect(found.passed).toBe(2);
    expect(found.failures.map(({ file, test }) => [file.split('/').at(-1), test])).toEqual([
      ['a.test.ts', 'adds'],
      ['b.test.ts', undefined],
    ]);
    expect(found.hasStrayError).toBe(false);
    expect(found.notRun).toHaveLength(1);
    expect(outcomeOf({ testResults: [] }, 1).hasStrayError).toBe(true);
  });
});
