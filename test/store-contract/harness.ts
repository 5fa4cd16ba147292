/** A store under contract, with what a test needs to hurt it. */
import { afterAll, beforeAll } from 'vitest';
import type { ClaimRefusal } from '../../domain/kernel/claim.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { CommandStore, Position } from '../../event-store/port.ts';
import { ClaimsRefused } from '../../event-store/port.ts';

export interface Harness {
  readonly store: CommandStore;
  /** Cuts every connection between the store and its servers; the store must come back by itself. */
  cutConnections?(): Promise<void>;
  close(): Promise<void>;
}

export type OpenHarness = () => Promise<Harness>;

/** Opened before the tests of a `describe`, closed after them. */
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

/** Reads on from a position until the end. */
export async function readToEnd(store: CommandStore, after: Position): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const next = await store.readAll(events.at(-1)?.position ?? after, 500);
    if (next.length === 0) return events;
    events.push(...next);
  }
}

/** The refusals of an append that must be refused. */
export async function refusalsOf(append: Promise<unknown>): Promise<readonly ClaimRefusal[]> {
  const error = await append.then(
    () => new Error('the append was stored'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClaimsRefused) return error.refusals;
  throw error;
}

/** Takes from a subscription until `enough` events have come. */
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
