/**
 * The imports of every file of the repository, read from the text, for the tidy test and for `npm test -- --changed`.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { defined } from '../../domain/values/defined.ts';
import { ROOT } from '../../launcher/machine/root.ts';

export interface Import {
  readonly from: string;
  /** A path of the repository for a relative import, otherwise the name of a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Every file that is not ignored, committed or not, as a path from the root. */
export const repositoryFiles = (): readonly string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(join(ROOT, file)));

export const sourceFiles = (): readonly string[] => repositoryFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file));

/** Files that differ from a commit, uncommitted ones included. */
export const changedSince = (commit: string): readonly string[] => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
];

export const sourceOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Every static and dynamic import, and every module that is started as a program. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms)) {
    found.push({ from: file, target: resolve(file, defined(match[2])), typeOnly: Boolean(match[1]) });
  }
  for (const match of text.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'\s*\)/g)) {
    found.push({ from: file, target: resolve(file, defined(match[2])), typeOnly: Boolean(match[1]) });
  }
  for (const match of text.matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g)) {
    found.push({ from: file, target: resolve(file, defined(match[1])), typeOnly: false });
  }
  return found;
}

function resolve(file: string, target: string): string {
  return target.startsWith('.') ? normalize(join(dirname(file), target)) : target;
}
