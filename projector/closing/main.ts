/**
 * Replays a year that is about to be closed, as a program: prints progress line by line, and the result as the last
 * line.
 */
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { asProgram } from '../run/as-program.ts';
import { replayYear } from './replay-year.ts';

const yearQuery = checked(
  'the year',
  Type.Object({ to: Type.String(), since: Type.Union([Type.String(), Type.Null()]) }),
);

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
    const year = yearQuery.parse(requested);
    const replayed = await replayYear(year, { store, databaseUrl, signal: stopping(), onProgress: say });
    say(`result ${JSON.stringify(replayed)}`);
  },
  (error) => (error instanceof ModelsStopped ? error.message : undefined),
);
