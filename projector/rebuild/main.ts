/** `npm run rebuild`: every read model anew from the first event; readers keep the old one until it is verified. */
import { setFlagsFromString } from 'node:v8';
import { eventStoreUrlOf, openEventStore } from '../../event-store/open.ts';
import { STOPPED_EXIT_CODE, stopSignal } from '../run/stop-signal.ts';
import { ModelsStopped } from './catch-up.ts';
import { RebuildRefused, rebuild } from './rebuild.ts';

// A rebuild holds every pool of the books: the heap may grow with what it holds, not far beyond it.
setFlagsFromString('--heap-growing-percent=30');

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
const signal = stopSignal();

const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
try {
  const startedMs = performance.now();
  const { schema, position, events } = await rebuild({
    store,
    databaseUrl,
    signal,
    sameRules: !process.argv.includes('--accept-differences'),
    onProgress: say,
  });
  say(
    `${events} events to position ${position} in ${schema}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
  say(`peak memory ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MiB`);
} catch (error) {
  if (signal.aborted) say('Broken off: readers keep what they had.');
  else if (error instanceof ModelsStopped) {
    process.stderr.write(`${error.message}\nNothing was changed: readers keep what they had.\n`);
  } else if (error instanceof RebuildRefused) {
    process.stderr.write(`${error.message}\nAfter a change of rules: npm run rebuild -- --accept-differences\n`);
  } else throw error;
  process.exitCode = signal.aborted ? STOPPED_EXIT_CODE : 1;
} finally {
  await store.close();
}
