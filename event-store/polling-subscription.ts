/** A subscription by pulling: the next batch is read when the last one was taken, so a slow reader slows only itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { Position } from './port.ts';

export interface Follow {
  readonly after: Position;
  readonly signal: AbortSignal;
  /** Events after a position, in order; none when the end is reached. May throw. */
  read(after: Position): Promise<readonly RecordedEvent[]>;
  /** Returns when there may be something new; latest after the polling interval. */
  wait(signal: AbortSignal): Promise<void>;
  /** Called with each error of `read`, before it is tried again. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Ends only when the signal is aborted; an error of `read` is tried again after a growing pause. */
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
    // Aborted: the caller looks at the signal.
  }
}
