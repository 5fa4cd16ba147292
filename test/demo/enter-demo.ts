/** Enters the demonstration into a database of its own with the command of the README. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';

export interface EnteredDemo {
  readonly database: FreshDatabase;
  readonly dataDir: string;
  readonly output: string;
  readonly code: number;
  /** The credentials of the super user, which are valid once. Empty when the command failed. */
  readonly firstUser: { readonly email: string; readonly password: string };
  /** Another command of the launcher on the same business. */
  run(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  close(): Promise<void>;
}

/** `enterDemo('--once', '--until', '2026-06-26')`; a failure is in `code` and `output`. */
export async function enterDemo(...args: readonly string[]): Promise<EnteredDemo> {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-demo-'));
  chmodSync(dataDir, 0o755);
  const run = (...command: readonly string[]) =>
    new Promise<{ code: number; output: string }>((resolve, reject) => {
      const child = spawn(process.execPath, [join('launcher', 'run.mjs'), ...command], {
        env: { ...process.env, ...environmentAt(database.url), DATA_DIR: dataDir, PORT: '0', REDIS_URL: '' },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
      const goesOn = command[0] === 'demo' && !command.includes('--once');
      // Printed when everything is entered and the server answers; then it is stopped.
      if (goesOn) child.stdout.on('data', () => /Back-office/.test(output) && child.kill('SIGTERM'));
      child.once('error', reject);
      child.once('exit', (code) => resolve({ code: code ?? 1, output }));
    });
  const entered = await run('demo', ...args);
  const [, email = '', password = ''] = /Sign in\s+(\S+)\s+\/\s+(\S+)/.exec(entered.output) ?? [];
  return {
    ...{ database, dataDir, run, ...entered, firstUser: { email, password } },
    close: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}
