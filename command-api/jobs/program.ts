/** Runs CPU- and memory-intensive work as a separate program, whose output lines are the progress. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Checked } from '../../domain/schemas/checked.schema.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { Interrupted, type JobContext, throwIfAborted } from './queue.ts';

export interface ProgramOptions {
  /** Path of the program; it prints its progress line by line and exits with 0 when its work is done. */
  readonly program: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  /** For programs that read or write files of the data folder. */
  readonly dataDir?: string;
}

interface ProgramTalk {
  /** True for lines that are progress; all lines by default. */
  readonly shown?: (line: string) => boolean;
  /** Written to its standard input. */
  readonly input?: string;
}

/** Exit code of programs and shells that were stopped by a signal. */
const STOPPED_EXIT_CODE = 143;
/** Exit code of programs when the database or the log did not answer: EX_TEMPFAIL of sysexits.h. */
const UNAVAILABLE_EXIT_CODE = 75;
/**
 * A terminal and a supervisor send these signals to the programs too, which may end before this process stops its
 * jobs.
 */
const STOPS: ReadonlySet<string | null> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Returns the printed lines, also when the program finished after a request to stop. Throws Interrupted when it
 * was stopped, StoreUnavailable when the database or the log did not answer, and otherwise an error with its error
 * output. When its progress cannot be stored, the program is ended before the error is thrown.
 */
export async function runProgram(
  { program, databaseUrl, eventStoreUrl, dataDir }: ProgramOptions,
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
      ...(dataDir ? { DATA_DIR: dataDir } : {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that does not read its input may exit before everything is written.
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
    // The job must not end or be retried while its program is still running.
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

/** The result that the program prints as its last line, validated by a schema; all earlier lines are progress. */
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
