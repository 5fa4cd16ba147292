/**
 * A copy of the working tree in a temporary folder in which one file is another. Packages are shared with the original
 * through a link; everything else is copied, so that nothing that is written there reaches the original.
 */
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
  /** Text that is in the file once. */
  readonly find: string;
  readonly replace: string;
}

export interface Copy {
  readonly folder: string;
  /** Gives it a built web: that of the original, made anew where the planted file is one of its sources. */
  buildWeb(say: (line: string) => void): void;
  remove(): void;
}

/** Without a plant, a copy of the tree as it is. Throws RangeError when the text is not in the file exactly once. */
export function copyWith(plant?: Plant): Copy {
  const text = plant && planted(plant);
  const folder = mkdtempSync(join(tmpdir(), 'daftar-mutate-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    copyFiles(repositoryFiles(), folder);
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
    // The original may have been built after the copy was made: what was planted is newer than that all the same.
    if (plant) utimesSync(join(folder, plant.file), new Date(), new Date());
    builtWeb(folder, say);
  };
  return { folder, buildWeb, remove };
}

/** Times are kept, also those of folders: a built web is as new as its sources there too. */
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
