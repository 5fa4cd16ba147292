import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest: begun last, one of them would be waited for alone. */
const FIRST = [
  'test/demo/demo.test.ts',
  'test/browser/screens.test.ts',
  'test/browser/every-record.test.ts',
  'test/oracle/',
  'test/web/accessibility.test.ts',
  'test/browser/',
  'test/api/kill.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? FIRST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/random.ts'],
    // Processes, not threads: a test may start servers, and a native module that fails takes only its own file along.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A busy machine may let one browser wait too long: there a test may try again, and the report names it.
    retry: process.env['CI'] ? 2 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
