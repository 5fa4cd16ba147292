/**
 * Destinations of the program's log lines: `DATA_DIR/daftar.log`; with LOG_OUTPUT=yes also the standard output, for a
 * collector; with LOG_TARGET also another machine directly.
 */
import { join } from 'node:path';
import { collectorOf, LogTarget } from './log-target.ts';
import { LogFile } from './machine/log-file.ts';
import { StartupError } from './machine/startup-error.ts';

export type ProgramLog = Pick<LogFile, 'write' | 'close'>;

/** Throws StartupError when LOG_OUTPUT is neither `yes` nor `no`, or LOG_TARGET is no valid address. */
export function openLog(
  dataDir: string,
  environment: NodeJS.ProcessEnv,
  output: Pick<NodeJS.WriteStream, 'write' | 'on'> = process.stdout,
): ProgramLog {
  const file = new LogFile(join(dataDir, 'daftar.log'));
  const requested = environment['LOG_OUTPUT'] || 'no';
  if (requested !== 'yes' && requested !== 'no')
    throw new StartupError(`LOG_OUTPUT is "${requested}". Give "yes" or "no".`);
  const target = targetOf(environment);
  const isShown = requested === 'yes';
  // A closed output must not end the program.
  if (isShown) output.on('error', () => undefined);
  const write = (text: string): void => {
    file.write(text);
    if (isShown) output.write(text);
    target?.write(text);
  };
  return {
    write,
    close: async () => {
      await Promise.all([file.close(), target?.close()]);
    },
  };
}

/** For a single service, whose lines go to its output, and with LOG_TARGET also to another machine. */
export function openOutput(
  environment: NodeJS.ProcessEnv,
  output: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
): ProgramLog {
  const target = targetOf(environment);
  const write = (text: string): void => {
    output.write(text);
    target?.write(text);
  };
  return { write, close: async () => target?.close() };
}

function targetOf(environment: NodeJS.ProcessEnv): LogTarget | undefined {
  const collector = collectorOf(environment);
  return collector && new LogTarget(collector);
}
