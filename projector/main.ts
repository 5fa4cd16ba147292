/** The projector as a process: DATABASE_URL, and EVENTSTORE_URL when the log is in KurrentDB. */
import pino from 'pino';
import { openEventStore } from '../event-store/open.ts';
import { runProjector } from './run/projector.ts';

const logger = pino({ name: 'projector' });
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
// Its parent is gone: nobody would stop it any more.
process.on('disconnect', () => stopping.abort());

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
const eventStoreUrl = process.env['EVENTSTORE_URL'] || undefined;

try {
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  logger.info('started');
  await runProjector({
    store,
    databaseUrl,
    signal: stopping.signal,
    onError: (model, error) => logger.error({ model, err: error }, 'the model could not go on'),
  });
  await store.close();
  logger.info('stopped');
  process.exit(0);
} catch (error) {
  logger.error({ err: error }, 'the projector ended');
  process.exit(1);
}
