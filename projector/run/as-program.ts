/** The common part of the projector's programs that start, do one task and end: `rebuild`, and those of jobs. */
import { toError } from '../../domain/values/thrown.ts';
import { eventStoreUrlOf, openEventStore } from '../../event-store/opening/open.ts';
import type { EventStore } from '../../event-store/port.ts';
import { STOPPED_EXIT_CODE, stopSignal } from './stop-signal.ts';
import { isTransient } from './transient.ts';

export interface ProgramPlace {
  readonly store: EventStore;
  readonly databaseUrl: string;
  /** From the first call on, Ctrl+C and SIGTERM abort the signal and no longer end the process. */
  readonly stopping: () => AbortSignal;
}

/** EX_TEMPFAIL of sysexits.h: the database or the log did not respond. The parent may start the program again. */
const UNAVAILABLE_EXIT_CODE = 75;

/**
 * Runs the work on the store of the environment and sets the exit code: 143 when a signal stopped it, 75 when the
 * database or the log did not respond, 1 for an error that `sentence` has a message for. Throws every other error.
 */
export async function asProgram(
  work: (at: ProgramPlace) => Promise<void>,
  sentence: (error: unknown) => string | undefined,
): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) {
    process.stderr.write('DATABASE_URL is not set.\n');
    process.exit(1);
  }
  let signal: AbortSignal | undefined;
  const stopping = () => (signal ??= stopSignal());
  let store: EventStore | undefined;
  try {
    store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
    await work({ store, databaseUrl, stopping });
  } catch (error) {
    if (signal?.aborted) {
      process.exitCode = STOPPED_EXIT_CODE;
      return;
    }
    const message = sentence(error);
    if (message === undefined && !isTransient(error)) throw error;
    process.stderr.write(`${message ?? toError(error).message}\n`);
    process.exitCode = message === undefined ? UNAVAILABLE_EXIT_CODE : 1;
  } finally {
    await store?.close();
  }
}
