/**
 * Where the lines of the program go: `DATA_DIR/daftar.log`, with LOG_OUTPUT=yes the output of the process too, from which a
 * collector takes them to another machine, and with LOG_TARGET to such a machine at once.
 */
import { join } from 'node:path';
import { LogFile } from './log-file.ts';
import { collectorOf, LogTarget } from './log-target.ts';
import { StartupError } from './startup-error.ts';

export type ProgramLog = Pick<LogFile, 'write' | 'close'>;

/** Throws StartupError for a LOG_OUTPUT that is neither `yes` nor `no`, and for a LOG_TARGET that is no address. */
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
  // A collector that ended does not end what it listened to.
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

/** Of a service of its own, whose lines are on its output, and with LOG_TARGET on another machine too. */
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
