/**
 * Events of documents that share a lifecycle. The lifecycle defines the events and their data (`{ completed: Sale }`),
 * the document provides its kind (`sale`): the event type is `sale.completed`.
 */
import type { DomainEvent } from '../deciding/event.ts';

/** One event for each member of `Stored`. */
export type EventsOf<Kind extends string, Stored> = {
  [Name in keyof Stored & string]: DomainEvent<`${Kind}.${Name}`, Stored[Name]>;
}[keyof Stored & string];

/** An event without its kind, as `evolve` of a lifecycle reads it. */
export type Happened<Stored> = {
  [Name in keyof Stored & string]: { readonly happened: Name; readonly data: Stored[Name] };
}[keyof Stored & string];

/** Creates and recognises the events of one kind. */
export interface LifecycleEvents<Kind extends string, Stored> {
  readonly event: <Name extends keyof Stored & string>(happened: Name, data: Stored[Name]) => EventsOf<Kind, Stored>;
  readonly happened: (event: EventsOf<Kind, Stored>) => Happened<Stored>;
}

/** Event types are concatenated texts, which the compiler cannot infer for a generic kind. */
export function lifecycleEvents<Kind extends string, Stored>(kind: Kind): LifecycleEvents<Kind, Stored> {
  return {
    event: (happened, data) => ({ type: `${kind}.${happened}`, v: 1, data }) as EventsOf<Kind, Stored>,
    happened: ({ type, data }) => ({ happened: type.slice(kind.length + 1), data }) as Happened<Stored>,
  };
}

/** The data of the completing event: the document, and the number that the store assigns. */
export type Numbered<Data> = Data & { readonly number: string | null };

/** Splits the number from the data of a completing event. */
export function withoutNumber<Data extends object>({
  number,
  ...data
}: Numbered<Data>): {
  readonly data: Data;
  readonly number: string | null;
} {
  return { data: data as unknown as Data, number };
}
