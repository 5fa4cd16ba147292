/**
 * A copy of the working tree in a temporary folder with one changed file. Packages are linked to the original;
 * everything else is copied, so that writes in the copy never reach the original. The copy is a repository of git too,
 * because tests of the text ask git for the files.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFiles } from './import-graph.ts';
import { ROOT } from './root.ts';
import { builtWeb } from './web-build.ts';

export interface Plant {
  readonly file: string;
  /** Text that occurs in the file once. */
  readonly find: string;
  readonly replace: string;
}

export interface Copy {
  readonly folder: string;
  /** Provides a built web: the original's, rebuilt when the changed file is one of its sources. */
  buildWeb(say: (line: string) => void): void;
  remove(): void;
}

/** Without a plant, an unchanged copy. Throws RangeError when the text does not occur exactly once in the file. */
export function copyWith(plant?: Plant): Copy {
  const text = plant && planted(plant);
  const folder = mkdtempSync(join(tmpdir(), 'daftar-mutate-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    copyFiles(repositoryFiles(), folder);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet');
    writeFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n');
    git('add', '--all');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    if (plant && text !== undefined) writeFileSync(join(folder, plant.file), text);
  } catch (error) {
    remove();
    throw error;
  }
  const buildWeb: Copy['buildWeb'] = (say) => {
    if (existsSync(join(folder, 'dist'))) return;
    builtWeb(ROOT, say);
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, preserveTimestamps: true });
    // The original may have been built after the copy was made: the changed file must still be newer.
    if (plant) utimesSync(join(folder, plant.file), new Date(), new Date());
    builtWeb(folder, say);
  };
  return { folder, buildWeb, remove };
}

/** Copies times of files and folders, so that a built web is as new as its sources in the copy too. */
function copyFiles(files: readonly string[], folder: string): void {
  const folders = new Set(files.map(dirname));
  for (const part of folders) mkdirSync(join(folder, part), { recursive: true });
  for (const file of files) copyFileSync(join(ROOT, file), join(folder, file));
  for (const path of [...files, ...folders]) {
    const { atime, mtime } = statSync(join(ROOT, path));
    utimesSync(join(folder, path), atime, mtime);
  }
}

function planted({ file, find, replace }: Plant): string {
  const parts = readFileSync(join(ROOT, file), 'utf8').split(find);
  if (parts.length !== 2) throw new RangeError(`${file} has this ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}
