/** Work that is a program of its own, because it needs the processor and the memory: its lines are the progress. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Checked } from '../../domain/kernel/checked.schema.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { Interrupted, type JobContext, throwIfAborted } from './queue.ts';

export interface ProgramOptions {
  /** Path of the program; it prints its progress line by line and ends with 0 when its work is done. */
  readonly program: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}

interface ProgramTalk {
  /** Whether a line is progress; all are. */
  readonly shown?: (line: string) => boolean;
  /** What it reads. */
  readonly input?: string;
}

/** The programs end with it when a signal stops them; so does a shell. */
const STOPPED_EXIT_CODE = 143;
/** The programs end with it when the database or the log did not answer: EX_TEMPFAIL of sysexits.h. */
const UNAVAILABLE_EXIT_CODE = 75;
/** A terminal and a supervisor send them to the programs too, and these may end before this process stops its jobs. */
const STOPS: ReadonlySet<string | null> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * The lines that it printed, also when it is done although it was told to stop: what it has done is done. Throws
 * Interrupted when it was stopped, StoreUnavailable when the database or the log did not answer it, and else what it
 * complained of. When its progress cannot be stored, it ends before the error is thrown.
 */
export async function runProgram(
  { program, databaseUrl, eventStoreUrl }: ProgramOptions,
  argumentsOf: readonly string[],
  { progress, signal }: JobContext,
  { shown = () => true, input = '' }: ProgramTalk = {},
): Promise<string[]> {
  throwIfAborted(signal);
  const child = spawn(process.execPath, [program, ...argumentsOf], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ...(eventStoreUrl ? { DAFTAR_EVENTSTORE_URL: eventStoreUrl } : {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that does not listen may be gone before everything is said.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const ended = new Promise<[code: number | null, by: NodeJS.Signals | null]>((resolve, reject) => {
    child.once('close', (...how) => resolve(how));
    child.once('error', reject);
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000);
  });
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (shown(line)) await progress(line);
    }
  } catch (error) {
    // The job ends or is begun again: never beside a program that is still at work.
    stop();
    child.stdout.resume();
    await ended;
    throw error;
  }
  const [code, by] = await ended;
  signal.removeEventListener('abort', stop);
  if (code === 0) return lines;
  throwIfAborted(signal);
  if (code === STOPPED_EXIT_CODE || STOPS.has(by)) throw new Interrupted();
  const what = complaint.trim() || `the program ended with ${code ?? by}`;
  throw code === UNAVAILABLE_EXIT_CODE ? new StoreUnavailable(what) : new Error(what);
}

const RESULT = 'result ';

/** The result that the program prints as its last line, read as what it must be; everything before it is progress. */
export async function resultOfProgram<Result>(
  options: ProgramOptions,
  argumentsOf: readonly string[],
  context: JobContext,
  { result, input = '' }: { readonly result: Checked<Result>; readonly input?: string },
): Promise<Result> {
  const lines = await runProgram(options, argumentsOf, context, { shown: (line) => !line.startsWith(RESULT), input });
  const last = lines.findLast((line) => line.startsWith(RESULT));
  if (last === undefined) throw new Error('the program gave no result');
  return result.parse(last.slice(RESULT.length));
}
