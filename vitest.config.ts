/** The configuration of the tests; docs/testing.md describes the reasons. */
import { readdirSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LIMIT_MS, TEST_LIMIT_MS } from './test/support/limits.ts';
import { filesLeftOut } from './test/support/ring.ts';

/** Tests of the web import its components, which only Vite can load. */
const WEB = 'test/web/**/*.test.{ts,tsx}';
/** They mock modules of the product, which requires Vite and isolation from other tests. */
const ALONE = ['test/examples/**/*.test.ts', 'test/web/alone/**/*.test.ts'];

/**
 * These start first, because the run would wait for one that started last; `npm test -- --profile` prints the slowest
 * files. One file with a browser is the first: it builds the web, for which the others would wait.
 */
const LONGEST = [
  'browser/journeys/set-up',
  'read-api/every-scope',
  'store-contract/kurrentdb.',
  'projector/set-aside',
  'launcher/start',
  'launcher/readme',
  'read-api/every-route',
  'upgrades/',
  'browser/journeys/axe',
  'read-api/periods',
  'api/every-record',
  'read-api/corrected-rate',
  'read-api/recalculation',
  'demo/',
  'oracle/',
  'browser/',
  'bench/',
  'api/kill',
  'backup/',
  'projector/',
  'api-document/',
  'read-api/',
  'seal/',
].map((name) => `/test/${name}`);

/** One after the other, because a worker that takes a file of another project is started anew. */
const PROJECTS = ['program', 'web', 'alone'];

const named = (a: TestSpecification, b: TestSpecification): number => a.moduleId.localeCompare(b.moduleId);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? LONGEST.length : found;
    };
    return files.toSorted(
      (a, b) =>
        PROJECTS.indexOf(a.project.name) - PROJECTS.indexOf(b.project.name) || place(a) - place(b) || named(a, b),
    );
  }
}

/** Paths from the root, with slashes. */
const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' }).map(
  (name) => `test/${name.replaceAll('\\', '/')}`,
);
const exclude = [...configDefaults.exclude, ...filesLeftOut(testFiles)];

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/random.ts', 'test/support/profile.ts'],
    // A worker keeps loaded modules from file to file: loading the program took 80 % of the time of its unit tests.
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
          exclude: [...exclude, WEB, ...ALONE],
          // Node runs these modules as it does in production, without Vite between them.
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'web', include: [WEB], exclude: [...exclude, ...ALONE] } },
      { extends: true, test: { name: 'alone', include: ALONE, exclude, isolate: true } },
    ],
  },
});
