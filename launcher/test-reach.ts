/**
 * Which test files a change can reach, for `npm test -- --changed`: those that import it, over however many modules,
 * and those that are called as it is. A module that puts everything together (a registry, a plugin) imports all of the
 * program; what is reached only through one of these is left to `npm test`.
 */
import { basename, dirname } from 'node:path';
import { DOCUMENT_PAGES } from '../web/shell/document-pages.ts';
import { changedSince, importsOf, sourceFiles, sourceOf } from './import-graph.ts';

/** A module with more imports than this puts others together. */
const IMPORTS_MAX = 25;
const IS_TEST = /^test\/.*\.test\.tsx?$/;
/**
 * They enter whole businesses and measure the program, for a minute and more, and so import all of it: of a change
 * elsewhere they are left to `npm test`.
 */
const OF_WHOLE_BUSINESSES = /^test\/(bench|demo)\/|^test\/audit\/whole-year\./;
const WHOLE_BUSINESSES = /^(bench|launcher\/demo|test\/(audit|bench|demo))\//;
const IS_NIGHTLY = /\.nightly\.test\.ts$/;

/** What differs from a commit reaches these test files, in the order of their names. */
export const reachedTests = (commit: string): readonly string[] => testsReachedBy(changedSince(commit));

/** Every test file of `npm test`, in the order of their names. */
export const suiteTests = (): readonly string[] =>
  sourceFiles().filter((file) => IS_TEST.test(file) && !IS_NIGHTLY.test(file));

/** Paths of changed files, from the root, to those of test files, in the order of their names. */
export function testsReachedBy(changed: readonly string[]): readonly string[] {
  const files = sourceFiles();
  const tests = suiteTests();
  const reached = new Set([...importersOf(changed, files), ...changed.flatMap((file) => namesakes(file, tests))]);
  const areWhole = changed.some((file) => WHOLE_BUSINESSES.test(file));
  return tests.filter((file) => reached.has(file) && (areWhole || !OF_WHOLE_BUSINESSES.test(file)));
}

/** Everything that imports one of them, directly or not, them included. */
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
 * Tests of the same noun, and browser tests that open a screen of the changed area of the web. Tables and functions of
 * SQL are tested through the store that calls them.
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

/** `domain/sales/sale-return-rules.ts` and `test/api/sale-returns.test.ts` are both of the sale return. */
const nounOf = (file: string): string =>
  basename(file)
    .replace(/\.(test\.)?[a-z]+$/, '')
    .replace(/\.(schema|document|record|property)$/, '')
    .replace(/-(rules|costs|routes|editor)$/, '')
    .replace(/s$/, '');

/**
 * The addresses of the screens of an area, as its `routes.ts` declares them, and those of its documents, as the menu does;
 * none outside of the web.
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
