/**
 * An event that is set aside: a read model cannot fold it, and a person decided that the model continues without it.
 * The decision is an event of its own, and all decisions are in one stream, so that a rebuild reads them before it
 * reads the log.
 */
import type { DomainEvent } from './event.ts';

/** Why a model cannot fold an event. */
export type StopCause =
  /** The event has a version that this program does not have. */
  | 'newer_version'
  /** The rules of the model failed on what the event holds. */
  | 'cannot_be_read'
  /** A value is too long, too large, or has a character that the database refuses. */
  | 'value_does_not_fit'
  /** The database refused the rows, because they contradict rows that are there. */
  | 'contradicts_stored_rows';

/** Kind and stream of all decisions: those of no document and no record. */
export const SET_ASIDE_KIND = 'set_aside';
export const SET_ASIDE_STREAM = `${SET_ASIDE_KIND}-1`;

/** Type under which a model sees an event that it leaves out, without its data. No stored event has a type without a dot. */
export const LEFT_OUT = 'left_out';

// Event. This is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface SetAside {
  /** Of the event, as a decimal string. */
  readonly position: string;
  readonly event_type: string;
  readonly stream: string;
  readonly revision: number;
  /** Number of the document, when the event holds one. */
  readonly number: string | null;
  /** Names of the read models that leave the event out; the others fold it. */
  readonly models: readonly string[];
  readonly cause: StopCause;
}

export const SET_ASIDE_TYPE = 'event.set_aside';
/** Who decided it and why are in its meta: `actor` and `reason`. */
export type EventSetAside = DomainEvent<typeof SET_ASIDE_TYPE, SetAside>;

export const eventSetAside = (data: SetAside): EventSetAside => ({ type: SET_ASIDE_TYPE, v: 1, data });
