/** A database, a data folder and a folder of backups, in which a test runs the commands of the README. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const TIMEOUT_MS = 120_000;
export const SCRIPTS = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** The match of the output that shows that it is ready. */
  readonly ready: RegExpExecArray;
  /** Sends SIGTERM and waits for its end. */
  stop(): Promise<Ended>;
}

export class CommandPlace {
  /** The commands that were run here. */
  readonly ran = new Set<string>();
  readonly database: FreshDatabase;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'daftar-readme-'));
  readonly backupDir = mkdtempSync(join(tmpdir(), 'daftar-readme-backups-'));
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(database: FreshDatabase) {
    this.database = database;
    chmodSync(this.dataDir, 0o755);
    this.#environment = {
      ...process.env,
      ...environmentAt(database.url),
      ...{ DATA_DIR: this.dataDir, BACKUP_DIR: this.backupDir, PORT: '0', JWT_SECRET: 'k'.repeat(48) },
      ...{ DAFTAR_EVENTSTORE_URL: '', EVENTSTORE_URL: '', REDIS_URL: '' },
    };
  }

  static async open(): Promise<CommandPlace> {
    return new CommandPlace(await freshDatabase());
  }

  async close(): Promise<void> {
    for (const folder of [this.dataDir, this.backupDir]) rmSync(folder, { recursive: true, force: true });
    await this.database.drop();
  }

  run(command: string, ...more: string[]): Promise<Ended> {
    return this.runIn({}, command, ...more);
  }

  runIn(variables: NodeJS.ProcessEnv, command: string, ...more: string[]): Promise<Ended> {
    return untilEnd(this.#spawn(command, more, variables));
  }

  /** Rejects with the output when the program ends before it is ready. */
  async start(command: string, printed: RegExp, variables: NodeJS.ProcessEnv = {}): Promise<Running> {
    const child = this.#spawn(command, [], variables);
    const ended = untilEnd(child);
    const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (piece: Buffer) => {
        text += piece;
        const found = printed.exec(text);
        if (found) resolve(found);
      });
      void ended.then(({ code, stdout, stderr }) =>
        reject(new Error(`${command} ended (${code}): ${stdout}${stderr}`)),
      );
    });
    const stop = (): Promise<Ended> => {
      child.kill('SIGTERM');
      return ended;
    };
    return { ready, stop };
  }

  /** Starts what npm runs for a command of the README: the script of package.json with the arguments. */
  #spawn(command: string, more: readonly string[], variables: NodeJS.ProcessEnv): ChildProcess {
    this.ran.add(command);
    const [call = '', given = ''] = command.split(' -- ');
    const [program = '', ...args] = (SCRIPTS[call.replace(/^npm (run )?/, '')] ?? '').split(' ');
    expect(program, `${call} is no script of package.json`).toBe('node');
    const words = given.split(' ').filter((word) => !['', 'FILE', 'FILE.zip', 'NUMBER', 'REQUEST'].includes(word));
    return spawn(process.execPath, [...args, ...words, ...more], {
      cwd: ROOT,
      env: { ...this.#environment, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

function untilEnd(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => (stdout += text));
  child.stderr?.on('data', (text: Buffer) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
