/**
 * The entry point of every command: `npm start` is `node launcher/run.mjs start`. Plain JavaScript without packages,
 * because it runs before the installation, on any Node from 20 on. It installs missing packages and runs the command
 * under Node 24 from the npm package `node`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopWithParent } from './parent-watch.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.daftar-installed');
const WINDOWS = process.platform === 'win32';
const NODE = join(MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node');

const say = (line) => process.stdout.write(`${line}\n`);

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const lockDigest = () => createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');

/**
 * Whether packages match the lockfile: installed by this launcher (the stamp), or by npm, which leaves a file newer
 * than the lockfile.
 */
function isInstalled() {
  if (!existsSync(NODE)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockDigest()) return true;
  const byNpm = join(MODULES, '.package-lock.json');
  return existsSync(byNpm) && statSync(byNpm).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}

function npm(args) {
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] };
  const script = process.env.npm_execpath;
  // Uses the npm that started this process, with its settings; otherwise a plain `npm`.
  if (script && /npm-cli\.c?js$/.test(script)) return spawnSync(process.execPath, [script, ...args], options).status;
  return spawnSync('npm', args, { ...options, shell: WINDOWS }).status;
}

function install() {
  say('Installing what is missing (npm ci). The first time takes about a minute.');
  if (npm(['ci', '--include=dev', '--no-audit', '--no-fund']) !== 0) {
    stop(
      'The packages could not be installed; npm says why above. Is the package registry reachable, and the disk not full?',
    );
  }
  // An npm without install scripts omits the runtime.
  if (!existsSync(NODE)) npm(['rebuild', 'node', '--foreground-scripts']);
  if (!existsSync(NODE)) {
    stop(
      'The package "node" (the runtime) was not set up. Allow its install script: npm install-scripts approve node, then npm ci.',
    );
  }
  writeFileSync(STAMP, lockDigest());
}

/**
 * Runs the same command under Node 24 and ends with its exit code. Forwards signals; the child decides when to stop.
 */
function handOver(args) {
  const child = spawn(NODE, args, { cwd: process.cwd(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`Node 24 at ${NODE} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`Daftar needs Node 20 or newer to start; this is ${process.version}. It brings its own Node 24 from there on.`);
}
if (!isInstalled()) install();

// Without npm the parent may end on purpose: `node launcher/run.mjs start &`.
if (process.env.npm_lifecycle_event !== undefined) stopWithParent();

const target = join(ROOT, 'launcher', 'command.ts');
const args = process.argv.slice(2);
if (realpathSync(process.execPath) === realpathSync(NODE)) {
  // Compiled code is cached beside the packages, for this process and its children, which shortens the next start.
  const cache = join(MODULES, '.cache', 'compiled');
  nodeModule.enableCompileCache(cache);
  process.env.NODE_COMPILE_CACHE ??= cache;
  const { runCommand } = await import(target);
  await runCommand(args);
} else {
  handOver([fileURLToPath(import.meta.url), ...args]);
}
