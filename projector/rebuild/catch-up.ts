/** Brings the models of a hidden build to the head of the log, batch by batch, as the live projector does. */
import type pg from 'pg';
import type { EventStore, Position } from '../../event-store/port.ts';
import { START } from '../../event-store/port.ts';
import type { Build } from '../builds/build.ts';
import { type Stop, sentences } from '../checkpoint/stop.ts';
import { models } from '../models/all.ts';
import { ModelSession, ModelStopped } from '../run/model-session.ts';

/** By name of the model. */
export type Stops = Map<string, Stop>;

/** The models that cannot fold an event, with what to do, in sentences. */
export class ModelsStopped extends Error {
  readonly stops: readonly Stop[];
  constructor(stops: Stops) {
    super(sentences([...stops.values()]).join('\n'));
    this.name = 'ModelsStopped';
    this.stops = [...stops.values()];
  }
}

const PAGE = 500;
/** Takes some seconds. */
const TOLD_EVERY = 10_000;

export interface CaughtUp {
  /** The position of every model that is not stopped: the head of the log. */
  readonly position: Position;
  /** Number of events read in this call. */
  readonly events: number;
}

interface CatchingUp {
  readonly store: EventStore;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
}

/** Adds models that stop to `stops`, and skips models that are already in it. */
export async function catchUp(
  client: pg.Client,
  { schema }: Build,
  { store, signal, onProgress }: CatchingUp,
  stops: Stops,
): Promise<CaughtUp> {
  const sessions = new Map<string, ModelSession>();
  for (const model of models) {
    if (stops.has(model.name)) continue;
    sessions.set(model.name, await ModelSession.open({ client, store, model, schema, status: 'filling' }));
  }
  // Ends with a round in which no model reads a new event: all models are then at the same position.
  let events = 0;
  for (let isNew = true; isNew; ) {
    isNew = false;
    let longest = 0;
    for (const [model, session] of sessions) {
      signal.throwIfAborted();
      const page = await store.readAll(session.position, PAGE);
      if (page.length === 0) continue;
      isNew = true;
      longest = Math.max(longest, page.length);
      try {
        await session.take(page);
      } catch (error) {
        if (!(error instanceof ModelStopped)) throw error;
        stops.set(model, error.stop);
        sessions.delete(model);
      }
    }
    const before = events;
    events += longest;
    if (Math.floor(before / TOLD_EVERY) < Math.floor(events / TOLD_EVERY)) onProgress?.(`read ${events} events more`);
  }
  const [first] = sessions.values();
  return { position: first?.position ?? START, events };
}
