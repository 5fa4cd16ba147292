/** The tests of a run of mutants, which need no database and no browser: `npm run test:mutants` starts them. */
import { defineConfig } from 'vitest/config';
import { ROOT } from '../../launcher/machine/root.ts';
import { TEST_LIMIT_MS } from '../support/limits.ts';

export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    runner: new URL('./runner.ts', import.meta.url).pathname,
    setupFiles: [
      'test/support/random.ts',
      new URL('./first-failure.ts', import.meta.url).pathname,
      new URL('./set-up.ts', import.meta.url).pathname,
    ],
    pool: 'forks',
    // A worker keeps its modules, with all mutants in them, from file to file.
    isolate: false,
    testTimeout: TEST_LIMIT_MS,
    experimental: { viteModuleRunner: false },
  },
});
