/** How the tests run: docs/testing.md says why. */
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LIMIT_MS, TEST_LIMIT_MS } from './test/support/limits.ts';
import { isNightly } from './test/support/ring.ts';

/** Files of the nightly ring say so in their names. */
const NIGHTLY = 'test/**/*.nightly.test.ts';
/** Tests of the web import its components, which only Vite can load. */
const WEB = 'test/web/**/*.test.{ts,tsx}';
/** They replace lists of the product by lists with one more, which only Vite can do, and nobody else may see. */
const EXAMPLES = 'test/examples/**/*.test.ts';

/** Begun last, one of them would be waited for alone. */
const LONGEST = [
  'test/demo/',
  'test/browser/accessibility',
  'test/browser/',
  'test/oracle/',
  'test/bench/',
  'test/api/kill',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? LONGEST.length : found;
    };
    return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

const exclude = [...configDefaults.exclude, ...(isNightly ? [] : [NIGHTLY])];

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/random.ts', 'test/support/profile.ts'],
    // A worker keeps what it has loaded from file to file: loading the program was 80 % of the time of its unit tests.
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    teardownTimeout: LIMIT_MS,
    expect: { poll: { timeout: LIMIT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, WEB, EXAMPLES],
          // Node runs these modules as it does in production, without Vite between them.
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'web', include: [WEB], exclude } },
      { extends: true, test: { name: 'examples', include: [EXAMPLES], exclude, isolate: true } },
    ],
  },
});
