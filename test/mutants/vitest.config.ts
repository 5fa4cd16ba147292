/** The tests of a run of mutants, which need no database and no browser: `npm run test:mutants` starts them. */
import { defineConfig } from 'vitest/config';
import { ROOT } from '../../launcher/root.ts';
import { TEST_LIMIT_MS } from '../support/limits.ts';

const here = (name: string): string => new URL(name, import.meta.url).pathname;

export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    runner: here('./runner.ts'),
    setupFiles: ['test/support/random.ts', here('./first-failure.ts'), here('./set-up.ts')],
    pool: 'forks',
    // A worker keeps its modules, with all mutants in them, from file to file.
    isolate: false,
    testTimeout: TEST_LIMIT_MS,
    experimental: { viteModuleRunner: false },
  },
});
