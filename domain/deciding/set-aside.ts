/**
 * An event that is set aside: a read model cannot fold it, and a person decided that the model continues without it.
 * The decision is an event itself; all decisions are in one stream, so that a rebuild can read them before the log.
 */
import type { DomainEvent } from './event.ts';

/** Why a model cannot fold an event. */
export type StopCause =
  /** The event has a newer version than this program supports. */
  | 'newer_version'
  /** The rules of the model failed on the data of the event. */
  | 'cannot_be_read'
  /** A value is too long or too large, or has a character that the database refuses. */
  | 'value_does_not_fit'
  /** The database refused the rows, because they contradict stored rows. */
  | 'contradicts_stored_rows';

/** Kind and stream of decisions that concern no document and no record. */
export const SET_ASIDE_KIND = 'set_aside';
export const SET_ASIDE_STREAM = `${SET_ASIDE_KIND}-1`;

/**
 * Event type that a model receives instead of an event it leaves out, without data. Stored types always contain a dot.
 */
export const LEFT_OUT = 'left_out';

// Event. This is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface SetAside {
  /** Position of the event, as a decimal string. */
  readonly position: string;
  readonly event_type: string;
  readonly stream: string;
  readonly revision: number;
  /** Number of the document, when the event holds one that is of a series. */
  readonly number: string | null;
  /** Names of the read models that leave the event out; the other models fold it. */
  readonly models: readonly string[];
  readonly cause: StopCause;
}

export const SET_ASIDE_TYPE = 'event.set_aside';
/** The actor and the reason are in its meta. */
export type EventSetAside = DomainEvent<typeof SET_ASIDE_TYPE, SetAside>;

export const eventSetAside = (data: SetAside): EventSetAside => ({ type: SET_ASIDE_TYPE, v: 1, data });
