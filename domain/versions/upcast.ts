/**
 * Events are stored forever, so a changed shape gets a new version and a step here that converts the old shape to the
 * next one. Readers of the store upcast first; all other code handles the newest shapes only.
 */
import type { DomainEvent } from '../deciding/event.ts';

/** Converts the data of one version to the next. Pure, and total over all stored data. */
export type UpcastStep = (data: never) => unknown;

/** By event type, then by the version that the step starts from. */
export type UpcastChain = Readonly<Record<string, Readonly<Record<number, UpcastStep>>>>;

/** Empty: no shape has changed yet. */
export const UPCASTS: UpcastChain = {};

/** The same event in its newest shape. Throws RangeError for a version newer than this program supports. */
export function upcast<Event extends DomainEvent>(event: Event, chain: UpcastChain = UPCASTS): Event {
  const steps = chain[event.type];
  const newest = newestVersion(event.type, chain);
  if (event.v > newest) throw new RangeError(`${event.type} v${event.v} was stored by a newer version of Daftar`);
  let { v, data } = event;
  for (let step = steps?.[v]; step; step = steps?.[v]) {
    data = step(data as never);
    v += 1;
  }
  return v === event.v ? event : { ...event, v, data };
}

/** The version that deciders write: 1, and one more for each step. */
export function newestVersion(type: string, chain: UpcastChain = UPCASTS): number {
  return 1 + Object.keys(chain[type] ?? {}).length;
}
