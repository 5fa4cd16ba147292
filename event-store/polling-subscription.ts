/**
 * A subscription by pulling: the next batch is read after the previous one was processed, so a slow reader delays only
 * itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '../domain/deciding/event.ts';
import type { Position } from './port.ts';

export interface Follow {
  readonly after: Position;
  readonly signal: AbortSignal;
  /** Returns events after a position in order; empty at the end of the log. May throw. */
  read(after: Position): Promise<readonly RecordedEvent[]>;
  /** Returns when there may be new events, at the latest after the polling interval. */
  wait(signal: AbortSignal): Promise<void>;
  /** Called with each error of `read` before it is repeated. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Ends only when the signal is aborted; errors of `read` are retried after increasing pauses. */
export async function* follow({
  after,
  signal,
  read,
  wait,
  onError,
}: Follow): AsyncGenerator<readonly RecordedEvent[]> {
  let position = after;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let events: readonly RecordedEvent[];
    try {
      events = await read(position);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      if (!signal.aborted) onError?.(error);
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      continue;
    }
    const last = events.at(-1);
    if (last) {
      position = last.position;
      yield events;
    } else {
      await wait(signal);
    }
  }
}

/** Waits, or returns at once when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // Aborted: the caller checks the signal.
  }
}
