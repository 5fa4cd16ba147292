/** Calls of `@eventstore/db-client` 6.2.1 that are guaranteed to end, and the outcome that their errors imply. */
import type { AllStreamResolvedEvent, AllStreamSubscription, StreamingRead } from '@eventstore/db-client';
import { ErrorType, isCommandError, StreamNotFoundError } from '@eventstore/db-client';
import { within } from '../claims/connection.ts';
import { pause } from '../polling-subscription.ts';
import { StoreUnavailable, WrongRevision } from '../port.ts';

/** Errors by which the server refused permanently; after all others the call may be repeated with the same ids. */
const DEFINITE: ReadonlySet<string> = new Set([
  ErrorType.STREAM_DELETED,
  ErrorType.ACCESS_DENIED,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
]);
export const TRIES = 3;
export const PAUSE_MS = 20;

/**
 * Reads a stream to its end and returns all events. The read is never abandoned: the client cannot cancel an answered
 * call, and closing the client waits for it. A read that fails midway is repeated.
 */
export async function collect<Event>(open: () => StreamingRead<Event>, timeoutMs: number): Promise<Event[]> {
  for (let attempt = 1; ; attempt += 1) {
    const read = open();
    const events: Event[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      read.on('data', (event: Event) => events.push(event));
      read.on('end', resolve);
      // The client may report an error several times, and without a listener it would end the process.
      read.on('error', reject);
    });
    try {
      await within(timeoutMs, 'the read', ended);
      return events;
    } catch (error) {
      // Consumes the remaining data, so that the call ends either way.
      void read.cancel().catch(() => {});
      if (error instanceof StreamNotFoundError || isDefinite(error)) throw error;
      if (error instanceof StoreUnavailable || attempt === TRIES) throw unavailable(error);
    }
    await pause(PAUSE_MS * attempt, new AbortController().signal);
  }
}

/** Returns up to `limit` events, fewer when the subscription has caught up. Rejects when it ends or fails. */
export function takeUntilCaughtUp(
  subscription: AllStreamSubscription,
  limit: number,
): Promise<AllStreamResolvedEvent[]> {
  const events: AllStreamResolvedEvent[] = [];
  return new Promise((resolve, reject) => {
    subscription.on('data', (event) => {
      if (event && events.length < limit) events.push(event);
      if (events.length === limit) resolve(events);
    });
    // Earlier events may still be buffered in the stream.
    const drained = () => void (subscription.readableLength === 0 ? resolve(events) : setImmediate(drained));
    subscription.on('caughtUp', drained);
    subscription.on('end', () => reject(new Error('the subscription ended')));
    subscription.on('error', reject);
  });
}

export function isDefinite(error: unknown): boolean {
  return (
    error instanceof WrongRevision || (error instanceof Error && isCommandError(error) && DEFINITE.has(error.type))
  );
}

/** The server answered that it cannot do this, without saying why. */
export function isUnknown(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return cause instanceof Error && isCommandError(cause) && cause.type === ErrorType.UNKNOWN;
}

export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
