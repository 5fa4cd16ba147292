/** Runs vitest with a configuration of mutants until every test file has ended. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launcher/machine/root.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { Journal } from './journal.ts';
import { FOLDER, journalIn } from './run-folder.ts';

/** A process ends early when a mutant runs for ever or leaves something behind; so many times are a defect. */
const PROCESSES_MAX = 100;
const LOG_SHOWN = 4_000;

export interface Runs {
  readonly folder: string;
  /** A name for its log. */
  readonly name: string;
  readonly config: 'vitest.config.ts' | 'sql.config.ts';
  readonly files: readonly string[];
  readonly workers: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts again for the files that are left whenever a process was ended. Throws StartupError. */
export async function runAll(runs: Runs): Promise<void> {
  const entries = () => Journal.all(journalIn(runs.folder));
  const start = entries().length;
  const ownFiles = () => {
    const ended = entries().slice(start);
    const done = new Set(ended.flatMap((entry) => (entry.found === 'ended' ? [entry.file] : [])));
    return runs.files.filter((file) => !done.has(file));
  };
  for (let started = 0; started < PROCESSES_MAX; started += 1) {
    const left = ownFiles();
    if (left.length === 0) return;
    const before = entries().length;
    const log = await vitest(runs, left);
    if (entries().length === before) throw new StartupError(`The tests did not run:\n${log}`);
  }
  throw new StartupError(`The tests ended ${PROCESSES_MAX} times before all mutants were tried.`);
}

/** Returns the end of what it printed. Its exit code says nothing: a process that a mutant spoiled ends itself. */
function vitest({ folder, name, config, files, workers, env }: Runs, left: readonly string[] = files): Promise<string> {
  const path = join(folder, `${name}.log`);
  const log = openSync(path, 'w');
  const program = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['--config', `test/mutants/${config}`, `--maxWorkers=${workers}`];
  const args = [program, 'run', ...options, '--reporter=./tools/suite/failures-reporter.ts', ...left];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, [FOLDER]: folder },
      stdio: ['ignore', log, log],
    });
    child.on('error', reject);
    child.on('close', () => {
      closeSync(log);
      resolve(readFileSync(path, 'utf8').slice(-LOG_SHOWN));
    });
  });
}
