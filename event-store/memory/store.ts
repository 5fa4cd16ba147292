/** The event store in memory, for unit tests. All returned values have passed through JSON, as in the real stores. */

import type { Claim } from '../../domain/kernel/claim.ts';
import type { EffectiveTime } from '../../domain/kernel/effective-date.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EncodedBatch } from '../batch.ts';
import { encodeBatch, revisionsAfter, withNumber } from '../batch.ts';
import { parseMeta } from '../claims/stored-texts.ts';
import { type DecisionRead, digestOf, firstDayOf } from '../decision-read.ts';
import { follow } from '../polling-subscription.ts';
import type {
  Append,
  Appended,
  CommandStore,
  LevelChangeOfDay,
  LevelMoment,
  LevelTotal,
  LevelWith,
  Period,
  Position,
  StoredCommand,
  StoredEvent,
  StreamRequest,
  SubscribeOptions,
} from '../port.ts';
import { ClaimsRefused, IdempotencyMismatch, NO_STREAM, ReadsMoved, StoreUnavailable, WrongRevision } from '../port.ts';
import { WakeSignal } from '../wake-signal.ts';
import { ClaimBook } from './claims.ts';

export function openMemoryStore(clock: () => Date = () => new Date()): CommandStore {
  return new MemoryStore(clock);
}

const LONGEST_WAIT_MS = 1_000;

class MemoryStore implements CommandStore {
  readonly #clock: () => Date;
  /** Stored as text, so that readers cannot change stored values. */
  readonly #events: string[] = [];
  /** The same events by stream: the index is the revision. */
  readonly #streams = new Map<string, string[]>();
  readonly #revisions = new Map<string, number>();
  readonly #commands = new Map<string, StoredCommand>();
  readonly #written: {
    readonly position: Position;
    readonly streams: readonly string[];
    readonly firstDay?: string | undefined;
  }[] = [];
  readonly #claims = new ClaimBook();
  readonly #counters = new Map<string, number>();
  readonly #alarm = new WakeSignal();
  readonly #closing = new AbortController();
  #lastMs = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  async append(batch: Append): Promise<Appended> {
    const encoded = encodeBatch(batch);
    if (this.#closing.signal.aborted) throw new StoreUnavailable('the store is closed');
    const known = this.#commands.get(batch.commandId);
    if (known) {
      if (batch.digest !== undefined && known.digest !== null && batch.digest !== known.digest) {
        throw new IdempotencyMismatch(batch.commandId);
      }
      const { streams: _streams, digest: _digest, ...answer } = known;
      return answer;
    }
    this.#check(batch);
    return this.#store(encoded, this.#claims.keep(batch.claims));
  }

  async tryAppend(batch: Append): Promise<void> {
    encodeBatch(batch);
    if (this.#closing.signal.aborted) throw new StoreUnavailable('the store is closed');
    this.#check(batch);
  }

  async readsHold(reads: readonly DecisionRead[]): Promise<boolean> {
    return !reads.some((read) => this.#hasMoved(read));
  }

  async findCommand(commandId: string): Promise<StoredCommand | undefined> {
    return this.#commands.get(commandId);
  }

  /** Events are stored together with their claims, so nothing is ever pending. */
  async completePending(): Promise<boolean> {
    return false;
  }

  async readStreams(requests: readonly StreamRequest[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
    return new Map(
      requests.map(({ stream, after }) => {
        return [stream, (this.#streams.get(stream) ?? []).slice(after + 1).map(readBack)];
      }),
    );
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#events.slice(Number(after), Number(after) + limit).map(readBack);
  }

  async readStored(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    return this.#events.slice(Number(after), Number(after) + limit).map(storedIn);
  }

  async head(): Promise<Position> {
    return BigInt(this.#events.length);
  }

  subscribe({ after, batchSize = 500, signal, onError }: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]> {
    let seen = this.#alarm.count;
    return follow({
      after,
      onError,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      read: (position) => {
        seen = this.#alarm.count;
        return this.readAll(position, batchSize);
      },
      wait: (stop) => this.#alarm.wait(seen, LONGEST_WAIT_MS, stop),
    });
  }

  async nextId(kind: string): Promise<number> {
    const next = (this.#counters.get(kind) ?? 0) + 1;
    this.#counters.set(kind, next);
    return next;
  }

  async peekId(kind: string, ahead = 0): Promise<number> {
    return (this.#counters.get(kind) ?? 0) + 1 + ahead;
  }

  async passId(kind: string, id: number): Promise<void> {
    this.#counters.set(kind, Math.max(id, this.#counters.get(kind) ?? 0));
  }

  async levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]> {
    return this.#claims.totals(prefix, limit);
  }

  async levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]> {
    return moments.map(({ key, at }) => this.#claims.levelBefore(key, at));
  }

  async changesAfter(prefix: string, after: EffectiveTime): Promise<readonly LevelChangeOfDay[]> {
    return this.#claims.changesAfter(prefix, after);
  }

  async levelsWith(claims: readonly Claim[]): Promise<readonly LevelWith[]> {
    return this.#claims.levelsWith(claims);
  }

  async periods(): Promise<readonly Period[]> {
    return this.#claims.periods();
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  #check({ writes, reads, claims }: Append): void {
    for (const { stream, expectedRevision } of writes) {
      const actual = this.#revisions.get(stream) ?? NO_STREAM;
      if (actual !== expectedRevision) throw new WrongRevision(stream, expectedRevision, actual);
    }
    const moved = reads?.find((read) => this.#hasMoved(read));
    if (moved) throw new ReadsMoved(moved);
    const refusals = this.#claims.refusals(claims);
    if (refusals.length > 0) throw new ClaimsRefused(refusals);
  }

  #hasMoved(read: DecisionRead): boolean {
    switch (read.of) {
      case 'level':
        return (this.#claims.totals(read.key).find(({ key }) => key === read.key)?.total ?? '0') !== read.total;
      case 'levels':
        return digestOf(this.#claims.totals(read.prefix)) !== read.digest;
      case 'stream':
        return (this.#revisions.get(read.stream) ?? NO_STREAM) !== read.revision;
      case 'records':
        return this.#claims.countOf(read.prefix) !== read.count;
      case 'kind':
        return this.#written.some(
          ({ position, streams }) =>
            position > BigInt(read.position) && streams.some((stream) => stream.startsWith(read.prefix)),
        );
      case 'books':
        return this.#written.some(
          ({ position, firstDay }) => position > BigInt(read.position) && firstDay !== undefined && firstDay <= read.to,
        );
    }
  }

  #store({ batch, events, meta }: EncodedBatch, numbers: readonly string[]): Appended {
    this.#lastMs = Math.max(this.#lastMs, this.#clock().getTime());
    const recordedAt = new Date(this.#lastMs).toISOString();
    for (const { stream, revision, event, data, number } of events) {
      const { id, type, v } = event;
      const position = String(this.#events.length + 1);
      const stored = number === undefined ? data : withNumber(data, numbers[number] ?? '');
      const text = JSON.stringify([{ id, type, v, stream, revision, position, recordedAt }, stored, meta]);
      this.#events.push(text);
      const own = this.#streams.get(stream);
      if (own) own.push(text);
      else this.#streams.set(stream, [text]);
      this.#revisions.set(stream, revision);
    }
    const position = BigInt(this.#events.length);
    const answer: Appended = { position, revisions: revisionsAfter(batch), numbers, recordedAt, repeated: false };
    const streams = batch.writes.map((write) => write.stream);
    this.#written.push({ position, streams, firstDay: firstDayOf(batch.claims) });
    this.#commands.set(batch.commandId, { ...answer, repeated: true, streams, digest: batch.digest ?? null });
    this.#alarm.notify();
    return answer;
  }
}

function storedIn(text: string): StoredEvent {
  const [head, data, meta] = JSON.parse(text) as [Omit<StoredEvent, 'position'> & { position: string }, string, string];
  return { ...head, position: BigInt(head.position), data, meta };
}

function readBack(text: string): RecordedEvent {
  const stored = storedIn(text);
  return { ...stored, data: JSON.parse(stored.data), meta: parseMeta(stored.meta) };
}
