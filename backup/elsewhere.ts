/**
 * Copies of finished backups elsewhere: into a second folder (BACKUP_COPY_TO), and by a command of the operator's
 * (BACKUP_COPY_COMMAND). What was copied, and what failed, is in a file of the data folder, for doctor and the metrics; a
 * failure is tried again in the next hour, and never touches the backup.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import { checked } from '../domain/schemas/checked.schema.ts';
import { errorCode, toError } from '../domain/values/thrown.ts';
import { removeOld } from './kept.ts';
import { flushFolder, isOnOtherDisk, requireFolder } from './stored/folder.ts';

export const COPIES_FILE = 'backup-copies.json';

/** Exit code of a round of which only a copy elsewhere failed. */
export const NOT_COPIED = 2;

export type Target = 'folder' | 'command';
/** By kind: the folder, and the line of the shell. */
export type Targets = Readonly<Partial<Record<Target, string>>>;

export const targetsOf = ({
  BACKUP_COPY_TO: folder,
  BACKUP_COPY_COMMAND: command,
}: Readonly<Record<string, string | undefined>>): Targets => ({
  ...(folder ? { folder: resolve(folder) } : {}),
  ...(command ? { command } : {}),
});

const Text = Type.String();
const copiesFile = checked(
  `the file ${COPIES_FILE}`,
  Type.Partial(
    Type.Record(
      Type.Enum(['folder', 'command']),
      Type.Object({
        /** The last one that succeeded. Times are ISO 8601 UTC; `madeAt` is that of the backup. */
        copied: Type.Optional(
          Type.Object({ file: Text, madeAt: Text, at: Text, isOnOtherDisk: Type.Optional(Type.Boolean()) }),
        ),
        /** The last one, when it failed. */
        failed: Type.Optional(Type.Object({ file: Text, at: Text, detail: Text })),
      }),
    ),
  ),
);
export type Copies = ReturnType<typeof copiesFile.read>;

/** Nothing is known without the file, or when it cannot be read: then everything is copied again. */
export function readCopies(dataDir: string): Copies {
  try {
    return copiesFile.parse(readFileSync(join(dataDir, COPIES_FILE), 'utf8'));
  } catch {
    // A copy too many is better than none.
    return {};
  }
}

function keepCopies(dataDir: string, copies: Copies): void {
  const file = join(dataDir, COPIES_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(copies, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export interface Copying {
  readonly targets: Targets;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly environment: NodeJS.ProcessEnv;
  /** Told each line that the command prints. */
  readonly onLine: (line: string) => void;
  /** Default three hours. */
  readonly limitMs?: number;
}

export interface Copied {
  readonly target: Target;
  /** Undefined when it succeeded. */
  readonly problem: string | undefined;
}

/**
 * Copies a backup to each target, or only to those that have no copy of it or of a newer one. Never throws because a copy
 * fails. Forgets targets that are no longer set.
 */
export async function copyElsewhere(file: string, which: 'all' | 'due', copying: Copying): Promise<readonly Copied[]> {
  const { targets, dataDir, now } = copying;
  const before = readCopies(dataDir);
  const madeAt = (await stat(file)).mtime.toISOString();
  let copies: Copies = {};
  for (const target of ['folder', 'command'] as const) {
    const known = before[target];
    if (targets[target] !== undefined && known) copies = { ...copies, [target]: known };
  }
  if (Object.keys(copies).length !== Object.keys(before).length) keepCopies(dataDir, copies);
  const done: Copied[] = [];
  for (const target of ['folder', 'command'] as const) {
    const to = targets[target];
    if (to === undefined) continue;
    const last = copies[target]?.copied;
    if (which === 'due' && last && last.madeAt >= madeAt) continue;
    const outcome = await attempt(async () =>
      target === 'folder'
        ? { isOnOtherDisk: await copyInto(to, file, copying, last?.isOnOtherDisk === true) }
        : runCommand(to, file, copying),
    );
    const at = now().toISOString();
    const problem = outcome instanceof Error ? outcome.message : undefined;
    copies = {
      ...copies,
      [target]:
        outcome instanceof Error
          ? { ...(last ? { copied: last } : {}), failed: { file, at, detail: outcome.message } }
          : { copied: { file, madeAt, at, ...outcome } },
    };
    keepCopies(dataDir, copies);
    done.push({ target, problem });
  }
  return done;
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Error> {
  try {
    return await work();
  } catch (error) {
    return toError(error);
  }
}

/** Returns whether the folder is on another disk than the data. Never creates it, as that of the backups. */
async function copyInto(
  folder: string,
  file: string,
  { dataDir, now }: Pick<Copying, 'dataDir' | 'now'>,
  wasOnOther: boolean,
): Promise<boolean> {
  await requireFolder(folder);
  if (folder === dirname(file)) throw new Error(`${folder} is the folder of the backup itself: choose another one`);
  const isOnOther = await isOnOtherDisk(folder, dataDir);
  if (wasOnOther && !isOnOther)
    throw new Error(`its disk is not mounted: ${folder} is now on the disk of the data folder`);
  const to = join(folder, basename(file));
  const part = `${to}.part`;
  const digest = await digestOf(file);
  if (existsSync(to)) {
    if ((await digestOf(to)) === digest) return isOnOther;
    throw new Error(`${to} is there already, and is another file: nothing is overwritten`);
  }
  try {
    await pipeline(createReadStream(file), createWriteStream(part, { mode: 0o600, flush: true }));
    if ((await digestOf(part)) !== digest) throw new Error(`${part} is not what was written: its disk may be damaged`);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await flushFolder(folder);
  await removeOld(folder, now());
  return isOnOther;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const LIMIT_MS = 3 * 3_600_000;
const KILLED_AFTER_MS = 5_000;
/** The command gets none of Daftar's secrets: a test compares them with the declaration of variables. */
export const WITHHELD: ReadonlySet<string> = new Set([
  'ALARM_WEBHOOK',
  'BACKUP_PASSPHRASE',
  'COMMAND_DATABASE_URL',
  'DAFTAR_EVENTSTORE_URL',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'JWT_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PROJECTOR_DATABASE_URL',
  'READ_DATABASE_URL',
  'REDIS_URL',
]);

/**
 * Runs the line in `sh`, with the path of the backup as `$1`, or behind it when it does not name `$1`. Throws for another
 * exit code than 0, and when it takes longer than the limit: then it is ended, with the processes that it has started.
 */
async function runCommand(
  line: string,
  file: string,
  { environment, onLine, limitMs = LIMIT_MS }: Copying,
): Promise<Readonly<Record<string, never>>> {
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !WITHHELD.has(name)));
  const script = line.includes('$1') ? line : `${line} "$1"`;
  const child = spawn('sh', ['-c', script, 'daftar', file], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch (error) {
      // All of its processes have ended.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  };
  let last = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (text) => {
      if (text.trim() !== '') last = text.trim();
      onLine(text);
    });
  }
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    end('SIGTERM');
    setTimeout(end, KILLED_AFTER_MS, 'SIGKILL').unref();
  }, limitMs);
  // Daftar that stops takes the command with it.
  const stop = (signal: NodeJS.Signals) => {
    end(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const [code, signal] = await new Promise<readonly [number | null, NodeJS.Signals | null]>((settle, reject) => {
      child.once('error', reject);
      child.once('exit', (...result) => {
        // A process in the background may keep its output open.
        setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), 1_000).unref();
        child.once('close', () => settle(result));
      });
    });
    const said = last === '' ? '' : `: ${last}`;
    if (isLate)
      throw new Error(`the command took longer than ${Math.round(limitMs / 60_000)} minutes and was ended${said}`);
    if (code !== 0) throw new Error(`the command ended with ${code === null ? signal : `exit code ${code}`}${said}`);
    return {};
  } finally {
    clearTimeout(limit);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
