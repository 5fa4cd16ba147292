/** Remembers each test file when it has passed, so that a run that is stopped goes on (passed-files.ts). */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { notePassedFile } from './passed-files.ts';

/** A reporter of vitest; the digests of the files of this run are in TEST_DIGESTS, as JSON. */
export default class Passed implements Reporter {
  readonly #digests = new Map(
    Object.entries(JSON.parse(process.env['TEST_DIGESTS'] ?? '{}') as Record<string, string>),
  );

  onTestModuleEnd(module: TestModule): void {
    const file = relative(process.cwd(), module.moduleId);
    const digest = this.#digests.get(file);
    if (digest !== undefined && module.state() === 'passed') notePassedFile(digest, file);
  }
}
