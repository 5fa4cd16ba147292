/**
 * The test files that a change can affect, for `npm test -- --changed`: those that import it, directly or through other
 * modules, and those with the same name. Modules that import most of the program (a registry, a plugin) are not
 * followed; tests that depend only on these run in `npm run test:all`.
 */
import { basename, dirname } from 'node:path';
import { filesOfRing } from '../../test/support/ring.ts';
import { DOCUMENT_PAGES } from '../../web/shared/navigation/document-pages.ts';
import { changedSince, importsOf, sourceFiles, sourceOf } from './import-graph.ts';

/** A module with more imports is not followed. */
const IMPORTS_MAX = 25;
const IS_TEST = /^test\/.*\.test\.tsx?$/;
/**
 * They enter whole businesses and measure the program, for a minute and more, and so import all of it: of a change
 * elsewhere they are left to `npm run test:all`.
 */
const OF_WHOLE_BUSINESSES = /^test\/(bench|demo)\/|^test\/audit\/whole-year\./;
const WHOLE_BUSINESSES = /^(bench|tools\/demo|test\/(audit|bench|demo))\//;

/** Test files affected by the differences to a commit, sorted by name. */
export const reachedTests = (commit: string): readonly string[] => testsReachedBy(changedSince(commit));

/** Every test file, sorted by name. */
export const testFiles = (): readonly string[] =>
  sourceFiles()
    .filter((file) => IS_TEST.test(file))
    .toSorted();

/** From paths of changed files, from the root, to paths of test files, sorted by name. */
export function testsReachedBy(changed: readonly string[]): readonly string[] {
  const files = sourceFiles();
  const tests = filesOfRing('all', testFiles());
  const reached = new Set([...importersOf(changed, files), ...changed.flatMap((file) => namesakes(file, tests))]);
  const areWhole = changed.some((file) => WHOLE_BUSINESSES.test(file));
  return tests.filter((file) => reached.has(file) && (areWhole || !OF_WHOLE_BUSINESSES.test(file)));
}

/** All files that import one of them, directly or not, including the files themselves. */
function importersOf(changed: readonly string[], files: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const imports = importsOf(file, sourceOf(file)).filter(({ typeOnly, target }) => !typeOnly && target.includes('/'));
    if (imports.length > IMPORTS_MAX && !IS_TEST.test(file)) continue;
    for (const { target } of imports) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  const found = new Set(changed);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/**
 * Tests with the same noun, and browser tests that open a screen of the changed area of the web. SQL tables and
 * functions are tested through the store that calls them.
 */
function namesakes(file: string, tests: readonly string[]): readonly string[] {
  if (file.startsWith('migrations/'))
    return tests.filter((test) => /^test\/store-contract\/(postgres|claims)/.test(test));
  const noun = nounOf(file);
  const paths = screensOf(file);
  return tests.filter((test) => {
    const tested = nounOf(test);
    if (noun === tested || noun.startsWith(`${tested}-`) || tested.startsWith(`${noun}-`)) return true;
    return test.startsWith('test/browser/') && paths.some((path) => sourceOf(test).includes(`'${path}`));
  });
}

/** `domain/sales/sale-return-rules.ts` and `test/api/sale-returns.test.ts` have the same noun: sale return. */
const nounOf = (file: string): string =>
  basename(file)
    .replace(/(\.(nightly|all))?\.(test\.)?[a-z]+$/, '')
    .replace(/\.(schema|document|record|property)$/, '')
    .replace(/-(rules|costs|routes|editor)$/, '')
    .replace(/s$/, '');

/**
 * The addresses of an area's screens, from its `routes.ts`, and of its documents, from the menu; none outside of the
 * web.
 */
function screensOf(file: string): readonly string[] {
  if (!file.startsWith('web/') || file.startsWith('web/shared/')) return [];
  const routes = `${dirname(file)}/routes.ts`;
  if (!sourceFiles().includes(routes)) return [];
  const text = sourceOf(routes);
  const declared = [...text.matchAll(/path: '(\/[^'$]+)'/g)].map(([, path = '']) => path);
  const resources = new Set([...text.matchAll(/resource: '(\w+)'/g)].map(([, resource = '']) => resource));
  const ofDocuments = [...DOCUMENT_PAGES.values()].filter(({ resource }) => resources.has(resource));
  return [...declared, ...ofDocuments.map(({ path }) => path)];
}
