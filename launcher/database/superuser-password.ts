/** The password of the embedded database, set by whoever owns its files, without the former one. */
import { spawnSync } from 'node:child_process';
import { StartupError } from '../machine/startup-error.ts';
import { type ClusterOptions, SUPERUSER } from './cluster.ts';

/** PostgreSQL's mode for one user asks for no password; no server may run on the folder. */
export function setSuperuserPassword({ folder, account, binaries, password }: ClusterOptions): void {
  const input = `alter role ${SUPERUSER} password '${password}'\n`;
  const flags = ['--single', '-D', folder, 'postgres'];
  const ended = spawnSync(binaries.postgres, flags, { ...account, cwd: '/', encoding: 'utf8', input });
  const refused = /^.*(?:ERROR|FATAL|PANIC): .*$/m.exec(`${ended.stdout}\n${ended.stderr}`)?.[0];
  if (ended.status === 0 && refused === undefined) return;
  throw new StartupError(
    `PostgreSQL could not take a new password in ${folder}: ${refused ?? ended.error?.message ?? ended.stderr.trim()}`,
  );
}
