/** Tests that share what their hooks open, played again and again inside of the first of them. */
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';

type Group = RunnerTestSuite | RunnerTestFile;

export interface Unit {
  readonly name: string;
  readonly group: Group;
  readonly tests: readonly RunnerTestCase[];
}

/** The outermost group round a test that opens something for all of its tests; else the nearest one. */
export function unitOf(test: RunnerTestCase): Unit {
  const above = groupsAbove(test);
  const group = above.find((one) => hooksOf(one).beforeAll.length > 0) ?? above.at(-1) ?? test.file;
  return { name: group.fullName, group, tests: testsOf(group) };
}

/** From the file inwards. */
function groupsAbove(test: RunnerTestCase): readonly Group[] {
  const found: Group[] = [];
  for (let suite = test.suite; suite; suite = suite.suite) found.unshift(suite);
  return [test.file, ...found.filter((suite) => suite !== (test.file as Group))];
}

const hooksOf = (group: Group) => TestRunner.getSuiteHooks(group as RunnerTestSuite);

const testsOf = (group: Group): readonly RunnerTestCase[] =>
  group.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));

/** A hook as vitest keeps it; it is called with what vitest calls it with. */
type Hook = (...args: readonly unknown[]) => unknown;

async function call(hooks: readonly unknown[], ...args: readonly unknown[]): Promise<void> {
  for (const hook of hooks) await (hook as Hook)(...args);
}

export const open = ({ group }: Unit): Promise<void> => call(hooksOf(group).beforeAll, group);
export const close = ({ group }: Unit): Promise<void> => call(hooksOf(group).afterAll.toReversed(), group);

export const before = async (test: RunnerTestCase): Promise<void> => {
  for (const group of groupsAbove(test)) await call(hooksOf(group).beforeEach, test.context, group);
};
export const after = async (test: RunnerTestCase): Promise<void> => {
  for (const group of groupsAbove(test).toReversed()) await call(hooksOf(group).afterEach, test.context, group);
};

export interface Watching {
  /** After a test, while what it used is open. */
  ended(test: RunnerTestCase, ms: number): unknown;
}

/** Opens, runs the tests to the first one that fails, and closes. Returns why it failed; undefined when all passed. */
export async function failureOf(unit: Unit, watching?: Watching): Promise<string | undefined> {
  try {
    await open(unit);
    for (const test of unit.tests) await run(test, watching);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    // What an error left behind may not close; the next play opens its own.
    await close(unit).catch(() => undefined);
  }
}

/** The same without opening and closing. */
export async function failureIn(unit: Unit): Promise<string | undefined> {
  try {
    for (const test of unit.tests) await run(test);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function run(test: RunnerTestCase, watching?: Watching): Promise<void> {
  const started = performance.now();
  try {
    await before(test);
    await TestRunner.getTestFn(test)();
    await watching?.ended(test, performance.now() - started);
  } finally {
    await after(test).catch(() => undefined);
  }
}
