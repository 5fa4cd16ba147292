/**
 * The location of the cluster: `data/postgres`, unless PostgreSQL's user cannot reach it (Daftar started as root below
 * a closed folder such as /root). Then the cluster is in a separate folder that only root can have created, and
 * `data/postgres.location` names it.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../machine/startup-error.ts';
import type { Account } from './account.ts';
import { can, isRoot } from './account.ts';

const POINTER = 'postgres.location';

/** The folder that an earlier start chose, or the default. */
export function knownPlace(dataDir: string): string {
  const pointer = join(dataDir, POINTER);
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  return resolve(dataDir, 'postgres');
}

/** A folder for a new cluster that the account can reach; reports a folder outside the data folder. */
export function choosePlace(dataDir: string, account: Account, say: (line: string) => void): string {
  const usual = resolve(dataDir, 'postgres');
  if (!isRoot() || can(account, 'execute', resolve(dataDir))) return usual;
  const key = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  const place = join(reachableHome(), `cluster-${key}`);
  say(`PostgreSQL's user cannot reach ${resolve(dataDir)}: the database is kept in ${place}.`);
  writeFileSync(join(dataDir, POINTER), `${place}\n`);
  return place;
}

/**
 * A folder that every user can enter and only root can change, for programs and clusters: in a folder writable for all,
 * another user could have placed other programs.
 */
export function reachableHome(): string {
  for (const home of ['/var/lib/daftar', '/var/tmp/daftar']) {
    try {
      mkdirSync(home, { recursive: true, mode: 0o755 });
    } catch {
      // Not writable; the loop tries the next one.
      continue;
    }
    const found = statSync(home);
    if (found.uid !== process.getuid?.()) continue;
    chmodSync(home, 0o755);
    return home;
  }
  throw new StartupError(
    'There is no folder that PostgreSQL can be kept in: neither /var/lib/daftar nor /var/tmp/daftar can be made. ' +
      'Start Daftar as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
