/**
 * The events that are set aside for each model. The decisions are read from their own stream: by a rebuild before the
 * first event, by the live model when it starts and while it is stopped.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { SET_ASIDE_STREAM, type SetAside } from '../../domain/deciding/set-aside.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import type { Model } from '../models/model.ts';

/** One decision, with its author and reason. */
export interface Decision extends SetAside {
  readonly actor: string;
  readonly reason: string;
  readonly recordedAt: string;
}

/** Throws the errors of the store. */
export async function readDecisions(store: Pick<EventStore, 'readStreams'>): Promise<readonly Decision[]> {
  const streams = await store.readStreams([{ stream: SET_ASIDE_STREAM, after: NO_STREAM }]);
  return (streams.get(SET_ASIDE_STREAM) ?? []).map((event) => decisionOf(upcast(event)));
}

function decisionOf({ data, meta, recordedAt }: RecordedEvent): Decision {
  return { ...(data as SetAside), actor: meta.actor, reason: meta.reason ?? '', recordedAt };
}

/** Positions that the model skips. */
export function positionsFor(model: Model['name'], decisions: readonly Decision[]): ReadonlySet<bigint> {
  return new Set(decisions.filter(({ models }) => models.includes(model)).map(({ position }) => BigInt(position)));
}

/** The decision in a sentence, for operators. */
export function decisionSentence({
  position,
  event_type,
  stream,
  number,
  models,
  actor,
  reason,
  recordedAt,
}: Decision) {
  const document = number === null ? stream : `${stream}, number ${number}`;
  const where = models.map((model) => `"${model}"`).join(', ');
  return `Event ${position} (${event_type} of ${document}) is left out of ${where}: set aside by user ${actor} on ${recordedAt.slice(0, 10)}, "${reason}"`;
}
