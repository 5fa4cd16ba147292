/** A reporter that names each test which passed only when it was tried again, so that none hides behind its retry. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (!test.diagnostic()?.flaky) continue;
        const file = relative(process.cwd(), module.moduleId);
        process.stdout.write(`Passed only when tried again: ${file} > ${test.fullName}\n`);
      }
    }
  }
}
