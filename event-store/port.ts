/**
 * The ports of the log (`EventStore`) and of the claims (`ClaimStore`). Three adapters implement both (`postgres`,
 * `kurrentdb`, `memory`), and one contract suite (`test/store-contract`) tests them. Code that only reads takes an
 * EventStore.
 *
 * - Positions increase along the whole log and may have gaps; a reader at position P has read everything before it.
 * - `append` is atomic over all of its writes, and idempotent by `commandId`: repeated, it returns the first result and
 *   stores nothing.
 * - Claims are checked and written together with the events. For KurrentDB, which cannot do this in one transaction, they
 *   are reserved before the append and settled after it.
 */
import type { Claim, ClaimRefusal } from '../domain/deciding/claim.ts';
import type { DomainEvent, EventMeta, RecordedEvent } from '../domain/deciding/event.ts';
import type { EffectiveDate, EffectiveTime } from '../domain/values/effective-date.ts';
import type { DecisionRead } from './decision-read.ts';

export type Position = bigint;
/** Before the first event. */
export const START: Position = 0n;
/** The expected revision of a new stream. */
export const NO_STREAM = -1;

export interface EventToAppend extends DomainEvent {
  /** UUIDv5 of command id, write and index: a retry sends the identical batch. */
  readonly id: string;
}

export interface StreamWrite {
  readonly stream: string;
  /** The revision that the stream must have: `NO_STREAM`, or the revision of its last event. */
  readonly expectedRevision: number;
  readonly events: readonly EventToAppend[];
}

export interface Append {
  /** UUID; the idempotency key of the whole batch. */
  readonly commandId: string;
  readonly writes: readonly StreamWrite[];
  readonly claims: readonly Claim[];
  /** Conditions of the decision besides the streams it writes; none by default. */
  readonly reads?: readonly DecisionRead[];
  readonly meta: EventMeta;
  /** Digest of the request: the same commandId with another digest is refused (`idempotency`). */
  readonly digest?: string;
}

export interface Appended {
  /** Position of the batch's last event. */
  readonly position: Position;
  /** Last revision per written stream, in the order of `writes`. */
  readonly revisions: readonly number[];
  /** Assigned numbers, in the order of the number claims. */
  readonly numbers: readonly string[];
  /** ISO 8601 UTC. */
  readonly recordedAt: string;
  /** True when this commandId was stored before and nothing was stored now. */
  readonly repeated: boolean;
}

/** An event with the stored texts of `data` and `meta`, from which the seal is calculated. */
export interface StoredEvent extends Omit<RecordedEvent, 'data' | 'meta'> {
  readonly data: string;
  readonly meta: string;
}

export interface StreamRequest {
  readonly stream: string;
  /** Returns only events after this revision (NO_STREAM: all). */
  readonly after: number;
}

export interface SubscribeOptions {
  readonly after: Position;
  /** Largest batch; default 500. */
  readonly batchSize?: number;
  readonly signal: AbortSignal;
  /** Called with each error of a read, which is repeated after an increasing pause. */
  readonly onError?: (error: unknown) => void;
}

export interface EventStore {
  /** Throws WrongRevision, ReadsMoved, ClaimsRefused, BatchTooLarge, IdempotencyMismatch, StoreUnavailable. */
  append(batch: Append): Promise<Appended>;
  /** Throws the error that `append` would throw now, and stores nothing. The command id is not checked. */
  tryAppend(batch: Append): Promise<void>;
  /** The events of many streams, in one round trip when the store can, each stream in order of revision. */
  readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>>;
  /** Up to `limit` events after a position (exclusive), in order. */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;
  /** The same events as `readAll`, as stored texts. */
  readStored(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The event at exactly this position, as stored texts; undefined when there is none. */
  eventAt(position: Position): Promise<StoredEvent | undefined>;
  /** Position of the last event; START when there is none. */
  head(): Promise<Position>;
  /**
   * Batches in order without end, after a position: first stored events, then live ones. The next batch is read after
   * the previous one was processed. Reconnects after errors and silent ends of the connection; ends only when the
   * signal is aborted.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

/** Answers, counters, levels and periods, which are in PostgreSQL with every store. */
export interface ClaimStore {
  /** The stored result of a command, if any. A command with an unknown outcome is completed first. */
  findCommand(commandId: string): Promise<StoredCommand | undefined>;
  /**
   * Completes commands with an unknown outcome that hold one of these streams or may change one of these reads,
   * because a process ended between their reservation and their end. True when there was one, so that the reads may
   * have changed. Throws StoreUnavailable.
   */
  completePending(streams: readonly string[], reads: readonly DecisionRead[]): Promise<boolean>;
  /**
   * True when an append at this moment would accept all of these conditions; waits for pending commands that may
   * change them. Throws StoreUnavailable.
   */
  readsHold(reads: readonly DecisionRead[]): Promise<boolean>;
  /** Next whole number (from 1) of a counter, for the ids of new records and documents; gaps are allowed. */
  nextId(kind: string): Promise<number>;
  /** The id that `nextId` returns after `ahead` further calls (0 by default). It does not reserve the id. */
  peekId(kind: string, ahead?: number): Promise<number>;
  /** Advances a counter past an id that was given elsewhere; other processes may still return ids that they hold. */
  passId(kind: string, id: number): Promise<void>;
  /** The owners of unique values, by key; without those that nobody holds. */
  ownersOf(set: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Records that were registered whose name starts with `prefix`, including retired ones: `item-` lists all items. */
  records(prefix: string): Promise<readonly string[]>;
  /**
   * Non-zero totals of the level claims whose key starts with `prefix`, in order of key: `open:customer-5:2:` lists a
   * customer's open documents in dollar, oldest first. Without a limit all of them.
   */
  levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]>;
  /** The present and resulting totals of the levels that these claims change, in the order of the claims. */
  levelsWith(claims: readonly Claim[]): Promise<readonly LevelWith[]>;
  /** Financial years by their first day, and whether documents may be dated in them. */
  periods(): Promise<readonly Period[]>;
  /** The level of each key just before a moment, as a decimal string, for comparison with a count. */
  levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]>;
  /** The changes after a moment of all levels of goods whose key starts with `prefix`, summed by day, without zeros. */
  changesAfter(prefix: string, after: EffectiveTime): Promise<readonly LevelChangeOfDay[]>;
}

/** A stored answer with its request. */
export interface StoredCommand extends Appended {
  readonly streams: readonly string[];
  readonly digest: string | null;
}

/** The store for deciding and storing commands. */
export interface CommandStore extends EventStore, ClaimStore {}

export interface Period {
  readonly from: EffectiveDate;
  readonly to: EffectiveDate;
  readonly status: 'open' | 'closed';
}

export interface LevelMoment {
  readonly key: string;
  readonly at: EffectiveTime;
}

export interface LevelChangeOfDay {
  readonly key: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Decimal string. */
  readonly net: string;
}

export interface LevelWith {
  readonly key: string;
  /** Decimal strings. */
  readonly before: string;
  readonly after: string;
}

export interface LevelTotal {
  readonly key: string;
  /** Decimal string. */
  readonly total: string;
}

export class WrongRevision extends Error {
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;
  constructor(stream: string, expected: number, actual: number) {
    super(`stream ${stream} is at revision ${actual}, not ${expected}`);
    this.name = 'WrongRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A value that the decision read has changed: decide again. Nothing was stored. */
export class ReadsMoved extends Error {
  readonly read: DecisionRead;
  constructor(read: DecisionRead) {
    super(`the decision rests on what has changed since: ${JSON.stringify(read)}`);
    this.name = 'ReadsMoved';
    this.read = read;
  }
}

export class ClaimsRefused extends Error {
  readonly refusals: readonly ClaimRefusal[];
  constructor(refusals: readonly ClaimRefusal[]) {
    super(`claims refused: ${refusals.map((r) => `${r.field} ${r.message}`).join('; ')}`);
    this.name = 'ClaimsRefused';
    this.refusals = refusals;
  }
}

export class BatchTooLarge extends Error {
  readonly bytes: number;
  readonly limit: number;
  constructor(bytes: number, limit: number) {
    super(`the batch has ${bytes} bytes, at most ${limit} are taken`);
    this.name = 'BatchTooLarge';
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** The commandId was used for a different request. */
export class IdempotencyMismatch extends Error {
  constructor(commandId: string) {
    super(`command ${commandId} was sent before with another content`);
    this.name = 'IdempotencyMismatch';
  }
}

/** The store did not answer in time or is unreachable; the batch may or may not have been stored: send it again. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/**
 * The log is not the one that the claims or the read models have seen: nothing is stored or folded until it is, or until
 * a person accepts it as it is (docs/decisions/0131). The message is for operators.
 */
export class LogDisagrees extends StoreUnavailable {
  constructor(message: string) {
    super(message);
    this.name = 'LogDisagrees';
  }
}

/** Largest total size of a batch's events: KurrentDB's default MaxAppendSize, enforced by all adapters. */
export const MAX_APPEND_BYTES = 1_048_576;
