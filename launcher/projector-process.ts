/**
 * The projector as a separate process: started, restarted when it dies (with growing delays, until it has run for a
 * while), and stopped with Daftar. It ends when its channel to the parent closes, so a killed parent leaves none
 * behind.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { membersOf } from '../domain/values/members.ts';
import type { LogFile } from './machine/log-file.ts';

export interface ProjectorProcess {
  isRunning(): boolean;
  /** Undefined while it runs and has told no problem. */
  problem(): string | undefined;
  stop(): Promise<void>;
}

export interface ProjectorOptions {
  /** Path of its main module. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Target of its output: a file descriptor, or a log. */
  readonly output: number | Pick<LogFile, 'write'>;
  readonly say: (line: string) => void;
  readonly firstPauseMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_AFTER_MS = 60_000;
const STOPS_WITHIN_MS = 10_000;

export function runProjector(options: ProjectorOptions): ProjectorProcess {
  const firstPauseMs = options.firstPauseMs ?? 500;
  const { output } = options;
  const channel = typeof output === 'number' ? output : 'pipe';
  let child: ChildProcess | undefined;
  let told: string | undefined;
  let pauseMs = firstPauseMs;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;

  const launch = (): void => {
    const startedAt = Date.now();
    child = fork(options.module, [], {
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', channel, channel, 'ipc'],
      // Ctrl+C reaches all processes of the terminal; the projector is stopped later, in its order.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => typeof output === 'object' && output.write(text));
    }
    child.once('error', () => undefined);
    child.on('message', (message) => {
      const { line, problem } = membersOf(message);
      if (typeof line === 'string') options.say(line);
      if (problem !== undefined) told = typeof problem === 'string' ? problem : undefined;
    });
    child.once('exit', (code, signal) => {
      child = undefined;
      told = undefined;
      if (stopping) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) pauseMs = firstPauseMs;
      options.say(`The projector ended (${signal ?? `code ${code}`}): starting it again in ${pauseMs / 1000} s.`);
      restart = setTimeout(launch, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  };
  launch();

  const isRunning = (): boolean => child?.exitCode === null && child.connected;
  return {
    isRunning,
    problem: () => (isRunning() ? told : 'not running'),
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      const last = child;
      if (!last) return;
      // `close` follows after its last lines have been read.
      const ended = new Promise<void>((resolve) => last.once('close', () => resolve()));
      last.kill('SIGTERM');
      const force = setTimeout(() => last.kill('SIGKILL'), STOPS_WITHIN_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
