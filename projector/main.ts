/** The projector as a process: DATABASE_URL, and DAFTAR_EVENTSTORE_URL when the log is in KurrentDB. */
import pino from 'pino';
import { eventStoreUrlOf, openEventStore } from '../event-store/opening/open.ts';
import { LogDisagrees } from '../event-store/port.ts';
import { stopSentence, wayOut } from './checkpoint/stop.ts';
import { runProjector } from './projector.ts';

// A killed parent reads no more output, so lines are discarded. pino's own destination would retry the last lines for
// ever while the process exits.
process.stdout.on('error', () => undefined);
const logger = pino({ name: 'projector' }, process.stdout);
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
// The parent has exited, so nothing else would stop this process.
process.on('disconnect', () => stopping.abort());

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
const eventStoreUrl = eventStoreUrlOf(process.env);

/** A repeated error is logged once a minute. */
const REPEATED_MS = 60_000;
const logged = new Map<string, number>();

/** When the log last was not the one that the models have seen; a model that waits compares it every two seconds. */
let disagreedMs: number | undefined;
const AGREES_AFTER_MS = 10_000;

setInterval(() => {
  if (disagreedMs === undefined || Date.now() - disagreedMs < AGREES_AFTER_MS) return;
  disagreedMs = undefined;
  tellProblem(null);
}, AGREES_AFTER_MS / 2).unref();

function logError(model: string, error: unknown): void {
  if (error instanceof LogDisagrees) {
    disagreedMs = Date.now();
    tellProblem(error.message);
  }
  const key = `${model}: ${error instanceof Error ? error.message : String(error)}`;
  if (Date.now() - (logged.get(key) ?? 0) < REPEATED_MS) return;
  logged.set(key, Date.now());
  if (error instanceof LogDisagrees) tell(error.message);
  logger.error({ model, err: error }, 'the model could not go on; trying again');
}

/** Prints progress for the parent process. */
const tell = (line: string): void => void process.send?.({ line });
/** The problem of the whole program, for /readyz; null when it has ended. */
const tellProblem = (problem: string | null): void => void process.send?.({ problem });

function tellRefused(findings: readonly string[]): void {
  tellProblem(findings.length > 0 ? 'the rebuild of the read models was refused' : null);
  if (findings.length === 0) {
    tell('The read models of this version were taken over.');
    return;
  }
  logger.error({ findings }, 'the rebuild was refused');
  tell(
    `The read models of this version are not taken over, because their books are wrong where those of before are not (${findings.join('; ')}). ` +
      'Lists and reports stay as they are and show nothing new. Start the version of before, and report this (docs/operations.md).',
  );
}

try {
  const store = await openEventStore({ databaseUrl, eventStoreUrl, compares: true });
  logger.info('started');
  await runProjector({
    store,
    databaseUrl,
    signal: stopping.signal,
    onError: logError,
    onStop: (stop) => {
      logger.error({ ...stop, position: String(stop.position) }, 'the model stopped');
      tell(`${stopSentence(stop)} ${wayOut(stop)}`);
    },
    onStandAside: ({ schema, version }) => {
      logger.warn({ schema, version }, 'standing aside');
      tell(
        'The read models are those of another, later version of Daftar: this one leaves them alone. To go back to this version: npm run rebuild -- --accept-differences',
      );
    },
    onRefused: tellRefused,
    onResume: (model) => {
      logger.info({ model }, 'the model goes on');
      tell(`The read model "${model}" goes on.`);
    },
  });
  await store.close();
  logger.info('stopped');
  process.exit(0);
} catch (error) {
  logger.error({ err: error }, 'the projector ended');
  process.exit(1);
}
