/** Files of tests in the system's temporary folder. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the run. */
    readonly temporaryFolder: string;
  }
}

/** A new empty folder, which is removed at the end of the run. */
export const temporaryFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'files-'));
