/** Replays a year that is to be closed, as a program: says its progress line by line, and the result as the last. */
import { eventStoreUrlOf, openEventStore } from '../../event-store/open.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { replayYear, type YearAsked } from './replay-year.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
const asked = process.argv[2];
if (!databaseUrl || !asked) {
  process.stderr.write('DATABASE_URL and the year are needed.\n');
  process.exit(1);
}
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
try {
  const year = JSON.parse(asked) as YearAsked;
  const replayed = await replayYear(year, { store, databaseUrl, signal: stopping.signal, onProgress: say });
  say(`result ${JSON.stringify(replayed)}`);
} catch (error) {
  if (!(error instanceof ModelsStopped)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await store.close();
}
