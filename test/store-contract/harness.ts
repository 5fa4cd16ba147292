/** A store under contract, with the faults that a test can cause. */
import { afterAll, beforeAll } from 'vitest';
import type { ClaimRefusal } from '../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { CommandStore, Position } from '../../event-store/port.ts';
import { ClaimsRefused } from '../../event-store/port.ts';

export interface Harness {
  readonly store: CommandStore;
  /** Cuts every connection between the store and its servers. The store must reconnect. */
  cutConnections?(): Promise<void>;
  close(): Promise<void>;
}

export type OpenHarness = () => Promise<Harness>;

/** Opens a harness before the tests of a `describe`, and closes it after them. */
export function useHarness(open: OpenHarness): () => Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await open();
  });
  afterAll(async () => {
    await harness?.close();
  });
  return () => {
    if (!harness) throw new Error('the store is not open');
    return harness;
  };
}

/** Reads all events after a position. */
export async function readToEnd(store: CommandStore, after: Position): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const next = await store.readAll(events.at(-1)?.position ?? after, 500);
    if (next.length === 0) return events;
    events.push(...next);
  }
}

/** The refusals of an append; fails if it is not refused. */
export async function refusalsOf(append: Promise<unknown>): Promise<readonly ClaimRefusal[]> {
  const error = await append.then(
    () => new Error('the append was stored'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClaimsRefused) return error.refusals;
  throw error;
}

/** The first `enough` events of a subscription. */
export async function takeEvents(
  subscription: AsyncIterable<readonly RecordedEvent[]>,
  enough: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of subscription) {
    events.push(...batch);
    if (events.length >= enough) break;
  }
  return events;
}

export function countOutcomes(settled: readonly PromiseSettledResult<unknown>[]): { stored: number; refused: number } {
  const stored = settled.filter(({ status }) => status === 'fulfilled').length;
  return { stored, refused: settled.length - stored };
}
