/** Programs of the product beside a scenario, on its database, as in production. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { mustHold } from './measure.ts';

export const ROOT = join(import.meta.dirname, '..');

/**
 * The environment of a scenario's program. Without a request limit: a client of a measurement sends more requests in a
 * minute than identity/request-limit.ts allows.
 */
export const environmentOf = (databaseUrl: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  COMMAND_DATABASE_URL: '',
  READ_DATABASE_URL: '',
  PROJECTOR_DATABASE_URL: '',
  DAFTAR_EVENTSTORE_URL: '',
  EVENTSTORE_URL: '',
  REDIS_URL: '',
  REQUESTS_PER_MINUTE: '0',
  ...more,
});

export interface RunningProgram {
  readonly pid: number;
  /** Its output, and its duration including the start. Rejects with WrongResult when it failed. */
  readonly ended: Promise<{ readonly ms: number; readonly output: string }>;
}

/** Starts a module of the repository that ends by itself. */
export function startProgram(
  databaseUrl: string,
  module: string,
  {
    args = [],
    more = {},
    onOutput = () => undefined,
  }: {
    readonly args?: readonly string[];
    readonly more?: Readonly<Record<string, string>>;
    readonly onOutput?: (text: string) => void;
  } = {},
): RunningProgram {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(ROOT, module), ...args], {
    env: environmentOf(databaseUrl, more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onOutput(text);
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = closed.then((code) => {
    mustHold(code === 0, `${module} failed:\n${output}`);
    return { ms: performance.now() - startedMs, output };
  });
  return { pid: child.pid ?? 0, ended };
}

/** Runs a module of the repository to its end. Throws WrongResult when it fails. */
export const runProgram = (
  databaseUrl: string,
  module: string,
  args: readonly string[] = [],
  onOutput: (text: string) => void = () => undefined,
): RunningProgram['ended'] => startProgram(databaseUrl, module, { args, onOutput }).ended;

/**
 * The projector of a database, until it is stopped; it ends when this process is killed, because its channel closes.
 */
export function startProjector(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Program {
  const main = join(ROOT, 'projector', 'main.ts');
  return programOf(fork(main, [], { env: environmentOf(databaseUrl, more), stdio: 'ignore' }));
}

export interface Program {
  stop(): Promise<void>;
}

export interface Server extends Program {
  readonly port: number;
  readonly pid: number;
}

/** A server that prints its port; `printed` parses it. Rejects when the server ends before. */
export function startServer(args: readonly string[], environment: NodeJS.ProcessEnv, printed: RegExp): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code} before it listened`)));
    child.stdout.on('data', (text: Buffer) => {
      const port = printed.exec(text.toString())?.[1];
      if (port) resolve({ ...programOf(child), port: Number(port), pid: child.pid ?? 0 });
    });
  });
}

const programOf = (child: ChildProcess): Program => ({
  stop: async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  },
});
