/**
 * The operating-system user of PostgreSQL. PostgreSQL refuses to run as root, so for root it is the user `postgres`
 * (created when missing), or the owner of an existing cluster; otherwise it is the current user.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartupError } from '../machine/startup-error.ts';

/** Empty when PostgreSQL runs as the user who started Daftar. */
export type Account = { readonly uid?: number; readonly gid?: number };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Printed at the start. Only PostgreSQL drops root's rights; this process keeps them to start and stop it. */
export const AS_ROOT =
  'Daftar runs as root, and only its PostgreSQL does not: whoever finds a hole in it has the whole machine. Start it as an ordinary user that owns DATA_DIR.';

/** The account for a cluster; `clusterFolder` need not exist yet. */
export function accountFor(clusterFolder: string, say: (line: string) => void): Account {
  if (!isRoot()) return {};
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp() ?? create(say);
}

function lookUp(): Account | undefined {
  const uid = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
}

function create(say: (line: string) => void): Account {
  say('PostgreSQL does not run as root: making the operating-system user "postgres" for it.');
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  const made = lookUp();
  if (made) return made;
  throw new StartupError(
    'PostgreSQL does not run as root, and the user "postgres" could not be made for it. ' +
      'Start Daftar as an ordinary user, or make a user named "postgres", or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/**
 * Whether the account can execute or write a path. The system itself decides, because folder modes, access lists and
 * mount options all matter.
 */
export function can(account: Account, right: 'execute' | 'write', path: string): boolean {
  if (process.platform === 'win32') return true;
  const flag = right === 'execute' ? '-x' : '-w';
  return spawnSync('/bin/sh', ['-c', `test ${flag} "$0"`, path], { ...account, cwd: '/' }).status === 0;
}
