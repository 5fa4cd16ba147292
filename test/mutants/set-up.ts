/**
 * A setup file of a run of mutants: from here on Node loads the switched text of a source in place of its own, and
 * strips its types as usual.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../launcher/machine/root.ts';
import { folderOfRun, planOfRun } from './run-folder.ts';

const HOOKED = Symbol.for('daftar.test.mutants.hooked');
const shared = globalThis as unknown as Record<symbol, boolean | undefined>;
// A worker loads setup files for each of its test files.
if (!shared[HOOKED]) {
  shared[HOOKED] = true;
  const files = planOfRun().files.map(
    (file) => [pathToFileURL(join(ROOT, file)).href, join(folderOfRun(), file)] as const,
  );
  const switchedAt = new Map(files);
  registerHooks({
    load(url, context, next) {
      const path = switchedAt.get(url);
      if (path === undefined) return next(url, context);
      return { format: 'module-typescript', source: readFileSync(path, 'utf8'), shortCircuit: true };
    },
  });
}
