/**
 * The trees of the repository on which a whole `npm test` passed, on this machine and from any clone: a line each, of
 * tree, moment and seconds. So it can be said of a commit whether exactly its files were seen green.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../launcher/machine/root.ts';
import { cacheFolder } from './cache-folder.ts';

export interface PassedTree {
  readonly tree: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly seconds: number;
}

const fileOf = (folder: string): string => join(folder, 'passed-trees');

/** The tree of HEAD; undefined while files differ from it, or without git. */
export function cleanTree(root = ROOT): string | undefined {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const changes = git('status', '--porcelain');
  if (changes.status !== 0 || changes.stdout.trim() !== '') return undefined;
  return git('rev-parse', 'HEAD^{tree}').stdout.trim() || undefined;
}

/** The last whole run that passed on this tree. */
export function passedTree(tree: string, folder = cacheFolder()): PassedTree | undefined {
  if (!existsSync(fileOf(folder))) return undefined;
  const lines = readFileSync(fileOf(folder), 'utf8').split('\n').filter(Boolean).toReversed();
  const [, at = '', seconds = '0'] = lines.find((line) => line.startsWith(`${tree} `))?.split(' ') ?? [];
  return at === '' ? undefined : { tree, at, seconds: Number(seconds) };
}

export function notePassedTree({ tree, at, seconds }: PassedTree, folder = cacheFolder()): void {
  mkdirSync(dirname(fileOf(folder)), { recursive: true });
  appendFileSync(fileOf(folder), `${tree} ${at} ${Math.round(seconds)}\n`);
}
