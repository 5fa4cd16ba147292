/** The built web in `dist/web`: built by vite when it is missing or older than its sources. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Lock, takeLock } from '../../launcher/machine/lock.ts';
import { StartupError, systemCode } from '../../launcher/machine/startup-error.ts';

const SOURCES = [
  'web',
  'domain',
  'languages',
  'vite.config.ts',
  'package-lock.json',
  'tools/web-build/compressed-files.ts',
  'tools/web-build/till-worker.ts',
  'tools/web-build/web-barrels.ts',
  'tools/web-build/web-parts.ts',
];

const LOOK_EVERY_MS = 100;

const folderIn = (root: string): string => join(root, 'dist', 'web');
const pageIn = (root: string): string => join(folderIn(root), 'index.html');
const isFreshIn = (root: string): boolean =>
  existsSync(pageIn(root)) && statSync(pageIn(root)).mtimeMs >= newestOf(root);

export interface WebToCome {
  /** The folder to serve. */
  readonly folder: string;
  /** Resolves when the web is there; rejects with the reason why it cannot be built. */
  readonly ready: Promise<void>;
}

/** The same as `builtWeb` in a process of its own, so that this one goes on meanwhile. */
export function webBeside(root: string, say: (line: string) => void): WebToCome {
  const ready = isFreshIn(root) ? Promise.resolve() : inAnotherProcess(root, say);
  // Whoever waits for it is told; before that nobody may wait yet.
  ready.catch(() => undefined);
  return { folder: folderIn(root), ready };
}

function inAnotherProcess(root: string, say: (line: string) => void): Promise<void> {
  const program = join(import.meta.dirname, 'web-builder.ts');
  const child = spawn(process.execPath, [program, root], { stdio: ['ignore', 'pipe', 'pipe'] });
  createInterface(child.stdout).on('line', say);
  let problem = '';
  child.stderr.on('data', (text: Buffer) => {
    problem += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new StartupError(problem.trim()))));
  });
}

/** Returns the folder to serve. */
export function builtWeb(root: string, say: (line: string) => void): string {
  const folder = folderIn(root);
  const page = pageIn(root);
  const isFresh = () => isFreshIn(root);
  if (isFresh()) return folder;
  // An installation without the build tools contains a built web.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (existsSync(page) && !existsSync(vite)) return folder;

  const lock = onceAlone(join(root, 'dist'), say, existsSync(page));
  // An image that nobody may write to contains a built web.
  if (!lock) return folder;
  try {
    // The process that held the lock may have built it.
    if (!isFresh()) build(root, folder, vite, say);
  } finally {
    lock.release();
  }
  return folder;
}

/**
 * Of several processes that start together, one builds the web; the others wait until it has finished or ended.
 * Undefined when there is a web already and nothing can be written beside it.
 */
function onceAlone(dist: string, say: (line: string) => void, isBuilt: boolean): Lock | undefined {
  mkdirSync(dist, { recursive: true });
  for (let looks = 0; ; looks += 1) {
    try {
      return takeLock(dist);
    } catch (error) {
      if (isBuilt && /^(EACCES|EPERM|EROFS)$/.test(systemCode(error) ?? '')) return undefined;
      if (!(error instanceof StartupError)) throw error;
      if (looks === 0) say('Another process is building the web: waiting for it.');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
    }
  }
}

function build(root: string, folder: string, vite: string, say: (line: string) => void): void {
  const isThere = existsSync(join(folder, 'index.html'));
  say(isThere ? 'The web is older than its sources: building it again.' : 'Building the web (first start).');
  const startedAt = new Date();
  const fresh = join(root, 'dist', `web-of-${process.pid}`);
  const args = ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'];
  const built = spawnSync(process.execPath, [vite, ...args], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0 || !existsSync(join(fresh, 'index.html'))) {
    const last = `${built.stdout}${built.stderr}`.trim().split('\n').slice(-15).join('\n');
    throw new StartupError(`The web could not be built:\n${last}`);
  }
  // Dated to the start of the build: after changes during the build, the next start builds again.
  utimesSync(join(fresh, 'index.html'), startedAt, startedAt);
  replace(folder, fresh);
}

/** Renames whole folders, so that another process that starts, builds or serves never finds an incomplete web. */
function replace(folder: string, fresh: string): void {
  const former = `${fresh}-former`;
  try {
    if (existsSync(folder)) renameSync(folder, former);
    renameSync(fresh, folder);
  } catch (error) {
    // Another process built it at the same time and finished first.
    if (!existsSync(join(folder, 'index.html'))) throw error;
  }
  for (const old of [former, fresh]) rmSync(old, { recursive: true, force: true });
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

/** For doctor: the state in words. Throws when fonts are missing. */
export function describeWeb(root: string): string {
  const assets = join(folderIn(root), 'assets');
  if (!existsSync(assets)) return 'not built yet; "npm start" builds it';
  const fonts = readdirSync(assets).filter((name) => /(inter|vazirmatn).*\.woff2$/i.test(name));
  if (fonts.length < 2)
    throw new Error('the fonts of Latin and Arabic script are not in dist/web; remove dist and start');
  return `built, with ${fonts.length} font files`;
}
