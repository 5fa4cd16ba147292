/** Replays a year that is to be closed, as a program: says its progress line by line, and the result as the last. */
import { eventStoreUrlOf, openEventStore } from '../../event-store/open.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { STOPPED_EXIT_CODE, stopSignal } from '../run/stop-signal.ts';
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
const signal = stopSignal();

const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
try {
  const year = JSON.parse(asked) as YearAsked;
  const replayed = await replayYear(year, { store, databaseUrl, signal, onProgress: say });
  say(`result ${JSON.stringify(replayed)}`);
} catch (error) {
  if (!signal.aborted && !(error instanceof ModelsStopped)) throw error;
  if (error instanceof ModelsStopped) process.stderr.write(`${error.message}\n`);
  process.exitCode = signal.aborted ? STOPPED_EXIT_CODE : 1;
} finally {
  await store.close();
}
