/** Brings the models of a build that no reader sees to the head of the log, batch by batch, as the live projector does. */
import type pg from 'pg';
import type { EventStore, Position } from '../../event-store/port.ts';
import { START } from '../../event-store/port.ts';
import type { Build } from '../builds/build.ts';
import { type Stop, sentences } from '../checkpoint/stop.ts';
import { models } from '../models/all.ts';
import { ModelSession, ModelStopped } from '../run/model-session.ts';

/** By name of the model. */
export type Stops = Map<string, Stop>;

/** Models that cannot fold an event, in sentences that say what to do. */
export class ModelsStopped extends Error {
  readonly stops: readonly Stop[];
  constructor(stops: Stops) {
    super(sentences([...stops.values()]).join('\n'));
    this.name = 'ModelsStopped';
    this.stops = [...stops.values()];
  }
}

const PAGE = 500;

/**
 * Adds to `stops` the models that cannot go on, and leaves out those that are among them. Gives the position that the
 * others have reached: the head of the log.
 */
export async function catchUp(
  client: pg.Client,
  { schema }: Build,
  { store, signal }: { readonly store: EventStore; readonly signal: AbortSignal },
  stops: Stops,
): Promise<Position> {
  const sessions = new Map<string, ModelSession>();
  for (const model of models) {
    if (stops.has(model.name)) continue;
    sessions.set(model.name, await ModelSession.open({ client, store, model, schema, status: 'filling' }));
  }
  // A round in which nobody finds anything new: then all have seen the same events.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const [model, session] of sessions) {
      signal.throwIfAborted();
      const page = await store.readAll(session.position, PAGE);
      if (page.length === 0) continue;
      isNew = true;
      try {
        await session.take(page);
      } catch (error) {
        if (!(error instanceof ModelStopped)) throw error;
        stops.set(model, error.stop);
        sessions.delete(model);
      }
    }
  }
  const [first] = sessions.values();
  return first?.position ?? START;
}
