/** Replays a year that is to be closed, as a program: says its progress line by line, and the result as the last. */
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { asProgram } from '../run/as-program.ts';
import { replayYear, type YearQuery } from './replay-year.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const requested = process.argv[2];
if (!requested) {
  process.stderr.write('The year is needed.\n');
  process.exit(1);
}

await asProgram(
  async ({ store, databaseUrl, stopping }) => {
    const year = JSON.parse(requested) as YearQuery;
    const replayed = await replayYear(year, { store, databaseUrl, signal: stopping(), onProgress: say });
    say(`result ${JSON.stringify(replayed)}`);
  },
  (error) => (error instanceof ModelsStopped ? error.message : undefined),
);
