/** The commands by name. `launcher/run.mjs` calls this under Node 24. */

import { Passphrase } from '../backup/stored/age.ts';
import { BackupRefused } from '../backup/stored/refused.ts';
import { storeProblem } from './machine/connection-words.ts';
import { alarmUrlOf, requireEncrypted } from './machine/plain-connections.ts';
import { timeZoneOf } from './machine/preflight.ts';
import { StartupError } from './machine/startup-error.ts';
import { helpOf, overview } from './reference/help.ts';
import { takeSecretFiles } from './secret-files.ts';
import type { Tool } from './tool.ts';

type Command = (args: readonly string[]) => Promise<number>;

const IMPORT: Tool = { module: 'tools/online-retail/main.ts', needs: 'api', readsModels: true };
const VERIFY: Tool = { module: 'projector/verify/main.ts', needs: 'api', log: 'store' };
const EXPORT: Tool = { module: 'read-api/audit/export/main.ts', needs: 'api', log: 'store', readsModels: true };
const SET_ASIDE: Tool = { module: 'command-api/set-aside/main.ts', needs: 'api', log: 'store' };
const NEW_PASSWORD: Tool = { module: 'command-api/new-password/main.ts', needs: 'database', anySpace: true };
const SEAL: Tool = { module: 'seal/main.ts', needs: 'database', log: 'claims' };
const REBUILD_CLAIMS: Tool = { module: 'command-api/claims-of-log/from-log/main.ts', needs: 'database', log: 'store' };
/** What a lost PostgreSQL had beside the log. */
const BESIDE_LOG: Tool = { module: 'backup/beside/main.ts', needs: 'database' };
const REBUILD: Tool = { module: 'projector/rebuild/main.ts', needs: 'database', log: 'claims' };

const BACKUP: Tool = { module: 'backup/main.ts', needs: 'database', leavesSchema: true, anySpace: true, log: 'claims' };
const RESTORE: Tool = { module: 'backup/main.ts', needs: 'nothing', leavesSchema: true };

const COMMANDS: Readonly<Record<string, Command>> = {
  start: async (args) => (await import('./start.ts')).start(args),
  demo: async (args) => (await import('./demo.ts')).demo(args),
  test: async (args) => (await import('../tools/suite/test.ts')).test(args),
  'test:all': async (args) => (await import('../tools/suite/test.ts')).testAll(args),
  'test:nightly': async (args) => (await import('../tools/suite/test.ts')).nightly(args),
  'test:under-load': async (args) => (await import('../tools/suite/test.ts')).underLoad(args),
  'test:mutants': async (args) => (await import('../test/mutants/main.ts')).mutants(args),
  check: async () => (await import('../tools/suite/test.ts')).check(),
  format: async () => (await import('../tools/suite/test.ts')).format(),
  components: async () => (await import('./health/components.ts')).components(),
  doctor: async (args) => {
    if (args.length === 0) return (await import('./doctor.ts')).doctor();
    if (args.join() === '--new-secrets') return (await import('./new-secrets.ts')).newSecrets();
    if (args.join() === '--json') return (await import('./doctor.ts')).doctor('json');
    return (await import('./tool.ts')).runTool(args[0] === '--new-password' ? NEW_PASSWORD : SET_ASIDE, args);
  },
  log: async (args) => (await import('./log-of-request.ts')).logOfRequest(args),
  import: async (args) => (await import('./tool.ts')).runTool(IMPORT, args),
  verify: async (args) => (await import('./tool.ts')).runTool(VERIFY, args),
  export: async (args) => (await import('./tool.ts')).runTool(EXPORT, args),
  seal: async (args) => (await import('./tool.ts')).runTool(SEAL, args),
  rebuild: async (args) => {
    const { runTool } = await import('./tool.ts');
    if (args[0] !== 'claims') return runTool(REBUILD, args);
    const code = await runTool(REBUILD_CLAIMS, args.slice(1));
    return code === 0 ? runTool(BESIDE_LOG, []) : code;
  },
  backup: async (args) => (await import('./tool.ts')).runTool(BACKUP, ['backup', ...args]),
  restore: async (args) => {
    const { runTool } = await import('./tool.ts');
    const code = await runTool(RESTORE, ['restore', ...args]);
    if (code !== 0 || !args.includes('--until')) return code;
    // What came after the backup is in the log only: claims, numbers and answers are made from it.
    const claims = await runTool(REBUILD_CLAIMS, []);
    return claims === 0 ? runTool(RESTORE, ['restored']) : claims;
  },
  bench: async (args) => (await import('../bench/run.ts')).bench(args),
  gallery: async (args) => (await import('../tools/gallery/main.ts')).gallery(args),
  torture: async (args) => (await import('../bench/torture/run.ts')).torture(args),
  migrate: async () => (await import('./migrate.ts')).migrateDatabase(),
  'command-api': async (args) => (await import('./service.ts')).runService('command-api', args),
  projector: async () => (await import('./service.ts')).runService('projector'),
  'read-api': async () => (await import('./service.ts')).runService('read-api'),
  web: async () => (await import('./service.ts')).runService('web'),
};

/** These commands take their settings from the tests, or change nothing. */
const UNCHECKED = /^(test(:.*)?|check|format|bench|gallery|torture|doctor|components|log)$/;

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

function endWith(code: number, text: string): never {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

/** Runs a command and ends the process with its code: 1 for a StartupError, whose message names the remedy. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args;
  if (HELP.has(name)) endWith(0, overview());
  const command = COMMANDS[name];
  if (!command) {
    process.stderr.write(`There is no command "${name}". The commands: ${Object.keys(COMMANDS).join(', ')}.\n`);
    process.exit(2);
  }
  if (rest.some((argument) => HELP.has(argument))) endWith(0, helpOf(name) ?? overview());
  try {
    takeSecretFiles(process.env);
    if (!UNCHECKED.test(name)) {
      Passphrase.of(process.env);
      alarmUrlOf(process.env);
      requireEncrypted(process.env);
      timeZoneOf(process.env);
    }
    process.exit(await command(rest));
  } catch (error) {
    const isTold = error instanceof StartupError || error instanceof BackupRefused;
    const told = isTold ? error.message : storeProblem(error, process.env);
    const text = told ?? (error instanceof Error ? error.stack : String(error));
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
