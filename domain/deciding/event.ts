/** The envelope of every event that Daftar stores (architecture.md, section 4). */

/** JSON values; money, quantities and rates are decimal strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Who, where and why: a flat map of strings, as KurrentDB requires. */
export interface EventMeta {
  readonly actor: string;
  readonly outlet?: string;
  readonly device?: string;
  readonly commandId: string;
  readonly causationId?: string;
  readonly correlationId?: string;
  readonly reason?: string;
}

/** What a decider returns: a business fact, not yet recorded. `type` is `area.happened`; `v` is the version of the shape of `data`. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly v: number;
  readonly data: Data;
}

/** A stored event. `position` orders the whole log, `revision` (from 0) orders its stream. */
export interface RecordedEvent<Event extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly type: Event['type'];
  readonly v: number;
  readonly data: Event['data'];
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** ISO 8601, UTC; never earlier than at a lower position. */
  readonly recordedAt: string;
  readonly meta: EventMeta;
}
