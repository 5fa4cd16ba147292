/** The tests of a run of mutants, which need no database and no browser: `npm run test:mutants` starts them. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ROOT } from '../../launcher/root.ts';
import { TEST_LIMIT_MS } from '../support/limits.ts';

const RUNNER = new URL('./runner.ts', import.meta.url);
const FIRST_FAILURE = new URL('./first-failure.ts', import.meta.url);
const SET_UP = new URL('./set-up.ts', import.meta.url);

export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    runner: fileURLToPath(RUNNER),
    setupFiles: ['test/support/random.ts', fileURLToPath(FIRST_FAILURE), fileURLToPath(SET_UP)],
    pool: 'forks',
    // A worker keeps its modules, with all mutants in them, from file to file.
    isolate: false,
    testTimeout: TEST_LIMIT_MS,
    experimental: { viteModuleRunner: false },
  },
});
