/** The comparison of the implementations of the claims, played with errors in their SQL: see sql-runner.ts. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../../launcher/machine/root.ts';
import { TEST_LIMIT_MS } from '../support/limits.ts';

/** In the order in which they are named: the quickest first. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      process.argv.findIndex((name) => moduleId.endsWith(name));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['test/store-contract/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    runner: new URL('./sql-runner.ts', import.meta.url).pathname,
    setupFiles: ['test/support/random.ts', new URL('./first-failure.ts', import.meta.url).pathname],
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: AsNamed },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    experimental: { viteModuleRunner: false },
  },
});
