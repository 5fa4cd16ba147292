/**
 * `npm run test:all` remembers which test files passed, for which content of the files that each of them reaches. So a
 * run that was stopped or that failed goes on where it was, and after a change it repeats what the change can reach.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../launcher/machine/root.ts';
import { cacheFolder } from './cache-folder.ts';
import { importsOf, repositoryFiles, sourceOf } from './import-graph.ts';

const fileOf = (folder: string): string => join(folder, 'passed-files');

const IS_SOURCE = /\.(ts|tsx|mjs)$/;
/** Files that every test depends on: packages, the configuration of the tests, tables and functions of the database. */
const OF_ALL = /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|launcher\/run\.mjs|migrations\/)/;
/** Such a test starts programs or reads files, so it reaches more than it imports. */
const LEAVES_IMPORTS = /from 'node:(fs|fs\/promises|child_process)'/;
const NAMES_DOCUMENTS = /docs\/|README|\.md'/;
const IMPORT_GRAPH = 'tools/suite/import-graph.ts';
const WEB_BUILD = 'tools/web-build/web-build.ts';

/** From a test file, a path from the root, to the digest of the content of all files that it can reach. */
export function digestsOf(
  tests: readonly string[],
  ring: string,
  files: readonly string[] = repositoryFiles(),
): ReadonlyMap<string, string> {
  const known = new Set(files);
  const digests = new Map<string, string>();
  const digestOf = (file: string): string => {
    const found =
      digests.get(file) ??
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest('base64');
    digests.set(file, found);
    return found;
  };
  const imported = importedFrom(known);
  const leaving = new Set(files.filter((file) => file.startsWith('test/') && LEAVES_IMPORTS.test(sourceOf(file))));
  return new Map(
    tests.map((test) => {
      const closure = imported(test);
      const reach: Reach = {
        isEverything: closure.has(IMPORT_GRAPH),
        leaves: [...closure].some((module) => leaving.has(module)),
        buildsWeb: closure.has(WEB_BUILD),
        namesDocuments: NAMES_DOCUMENTS.test(sourceOf(test)),
        ownFolder: `${test.split('/').slice(0, 2).join('/')}/`,
      };
      const reached = files.filter((file) => closure.has(file) || OF_ALL.test(file) || isBeside(file, reach));
      const content = [ring, test, ...reached.map((file) => `${file} ${digestOf(file)}`)].join('\n');
      return [test, createHash('sha256').update(content).digest('hex')];
    }),
  );
}

/** What a test can reach beside its imports. */
interface Reach {
  readonly isEverything: boolean;
  readonly leaves: boolean;
  readonly buildsWeb: boolean;
  readonly namesDocuments: boolean;
  /** `test/browser/`: its files that are no sources are data of its tests. */
  readonly ownFolder: string;
}

function isBeside(file: string, { isEverything, leaves, buildsWeb, namesDocuments, ownFolder }: Reach): boolean {
  if (isEverything) return true;
  if (file.startsWith('test/')) return file.startsWith(ownFolder) && !IS_SOURCE.test(file);
  if (!leaves) return false;
  return file.endsWith('.md') ? namesDocuments : buildsWeb || !file.startsWith('web/');
}

/** A function from a file to all files that it imports, directly or not, with itself. */
function importedFrom(known: ReadonlySet<string>): (file: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>();
  const importsIn = (file: string): readonly string[] => {
    const found = direct.get(file) ?? importsOf(file, sourceOf(file)).map(({ target }) => target);
    direct.set(file, found);
    return found;
  };
  return (file) => {
    const reached = new Set([file]);
    for (const module of reached) {
      if (!IS_SOURCE.test(module)) continue;
      for (const target of importsIn(module)) if (known.has(target)) reached.add(target);
    }
    return reached;
  };
}

/** The digests with which a file passed, of all files. */
export function passedDigests(folder = cacheFolder()): ReadonlySet<string> {
  if (!existsSync(fileOf(folder))) return new Set();
  return new Set(
    readFileSync(fileOf(folder), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(0, 64)),
  );
}

export function notePassedFile(digest: string, file: string, folder = cacheFolder()): void {
  mkdirSync(dirname(fileOf(folder)), { recursive: true });
  appendFileSync(fileOf(folder), `${digest} ${file}\n`);
}
