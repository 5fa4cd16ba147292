/** The built web in `dist/web`: made by vite when it is missing or older than what it is made from. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Obstacle } from './startup-error.ts';

const SOURCES = ['web', 'domain', 'vite.config.ts', 'package-lock.json'];

/** Gives the folder to serve. */
export function builtWeb(root: string, say: (line: string) => void): string {
  const folder = join(root, 'dist', 'web');
  const page = join(folder, 'index.html');
  if (existsSync(page) && statSync(page).mtimeMs >= newestOf(root)) return folder;
  // An installation without the sources' tools brings its web built.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (existsSync(page) && !existsSync(vite)) return folder;

  say(existsSync(page) ? 'The web is older than its sources: building it again.' : 'Building the web (first start).');
  const startedAt = new Date();
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0 || !existsSync(page)) {
    const last = `${built.stdout}${built.stderr}`.trim().split('\n').slice(-15).join('\n');
    throw new Obstacle(`The web could not be built:\n${last}`);
  }
  // Dated to the beginning of the build: what was changed during it makes the next start build again.
  utimesSync(page, startedAt, startedAt);
  return folder;
}

function newestOf(root: string): number {
  let newest = 0;
  for (const source of SOURCES) {
    const path = join(root, source);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    newest = Math.max(newest, found.mtimeMs);
    if (!found.isDirectory()) continue;
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
    }
  }
  return newest;
}
