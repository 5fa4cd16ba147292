/** Prints each failure when its test ends. Vitest prints failures only after the last test, which a cancelled run lacks. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Lines of a stack that belong to this repository. */
const STACK_LINES_MAX = 4;

/** A reporter of vitest. */
export default class Failures implements Reporter {
  readonly #print: (line: string) => unknown;

  constructor(print: unknown = undefined) {
    // vitest creates a reporter with its options; this one has none.
    this.#print = typeof print === 'function' ? (line) => print(line) : (line) => process.stdout.write(`${line}\n`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'failed') this.#printAll(`${nameOf(test.module)} > ${test.fullName}`, errors ?? []);
  }

  /** Errors outside of tests: a file that does not load, a failed `beforeAll`. */
  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0) this.#printAll(nameOf(module), errors);
  }

  #printAll(name: string, errors: readonly { readonly message: string; readonly stack?: string }[]): void {
    this.#print(`FAILED ${name}`);
    for (const { message, stack } of errors) {
      this.#print(`  ${message.replaceAll('\n', '\n  ')}`);
      const own = (stack ?? '').split('\n').filter((line) => line.includes(' at ') && !line.includes('node_modules'));
      for (const line of own.slice(0, STACK_LINES_MAX)) this.#print(line);
    }
  }
}

const nameOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);
