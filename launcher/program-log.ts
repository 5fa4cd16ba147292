/**
 * Where the lines of the program go: `DATA_DIR/daftar.log`, and with LOG_OUTPUT=yes the output of the process too, from which
 * a collector takes them to another machine.
 */
import { join } from 'node:path';
import { LogFile } from './log-file.ts';
import { Obstacle } from './startup-error.ts';

export type ProgramLog = Pick<LogFile, 'write' | 'close'>;

/** Throws Obstacle for a LOG_OUTPUT that is neither `yes` nor `no`. */
export function openLog(
  dataDir: string,
  environment: NodeJS.ProcessEnv,
  output: Pick<NodeJS.WriteStream, 'write' | 'on'> = process.stdout,
): ProgramLog {
  const file = new LogFile(join(dataDir, 'daftar.log'));
  const asked = environment['LOG_OUTPUT'] || 'no';
  if (asked !== 'yes' && asked !== 'no') throw new Obstacle(`LOG_OUTPUT is "${asked}". Give "yes" or "no".`);
  if (asked === 'no') return file;
  // A collector that ended does not end what it listened to.
  output.on('error', () => undefined);
  const write = (text: string): void => {
    file.write(text);
    output.write(text);
  };
  return { write, close: () => file.close() };
}
