/** Waits until the read models have processed all entered events. */
import type pg from 'pg';
import { waitForReadModels } from '../../command-api/read-models/models-at.ts';
import type { EventStore, Position } from '../../event-store/port.ts';

interface Books {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'head'> & {
    /** Of a store that writes many commands at a time. */
    readonly flush?: () => Promise<void>;
  };
}

/** Returns the head of the log. Throws when a model does not move, and names those that are stopped. */
export async function untilBooksAreThere({ pool, store }: Books): Promise<Position> {
  await store.flush?.();
  const head = await store.head();
  await waitForReadModels(pool, head);
  return head;
}
