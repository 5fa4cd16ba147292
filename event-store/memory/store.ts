/**
 * The event store in memory: for unit tests, and for the staged store, which writes it into PostgreSQL. All returned
 * values have passed through JSON, as in the real stores.
 */

import type { Claim } from '../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import type { EncodedBatch } from '../batch.ts';
import { encodeBatch, revisionsAfter, withNumber } from '../batch.ts';
import { type DecisionRead, digestOf, firstDayOf } from '../decision-read.ts';
import { IdBlocks } from '../id-blocks.ts';
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
import { ClaimsRefused, IdempotencyMismatch, ReadsMoved, StoreUnavailable, WrongRevision } from '../port.ts';
import { WakeSignal } from '../wake-signal.ts';
import { ClaimBook } from './claims.ts';
import { MemoryLog } from './log.ts';
import type { ChangedRows, StoreRows } from './rows.ts';

export function openMemoryStore(clock: () => Date = () => new Date()): CommandStore {
  return new MemoryStore(clock);
}

const LONGEST_WAIT_MS = 1_000;

interface AppendedBatch {
  readonly commandId: string;
  readonly position: Position;
  readonly streams: readonly string[];
  readonly firstDay: string | undefined;
}

export class MemoryStore implements CommandStore {
  readonly #clock: () => Date;
  readonly #log = new MemoryLog();
  readonly #commands = new Map<string, StoredCommand>();
  readonly #written: AppendedBatch[] = [];
  readonly #claims = new ClaimBook();
  readonly #counters = new Map<string, number>();
  readonly #ids = new IdBlocks(
    async (kind, count) => this.#takeIds(kind, count),
    async (kind) => this.#counters.get(kind) ?? 0,
  );
  readonly #alarm = new WakeSignal();
  readonly #closing = new AbortController();
  #lastMs = 0;
  /** Numbers of events and of commands that were taken before. */
  #taken = { events: 0, commands: 0 };

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Called once, before any other call. */
  load({ events, commands, claims, counters }: StoreRows): void {
    for (const event of events) this.#log.add(event);
    this.#lastMs = Date.parse(events.at(-1)?.recordedAt ?? new Date(0).toISOString());
    for (const { commandId, firstDay, ...answer } of commands) {
      this.#commands.set(commandId, { ...answer, repeated: true });
      this.#written.push({ commandId, firstDay, position: answer.position, streams: answer.streams });
    }
    this.#claims.load(claims);
    for (const [kind, value] of counters) this.#counters.set(kind, value);
    this.#taken = { events: this.#log.length, commands: this.#written.length };
  }

  /** Everything that was stored since the last call, or since it was loaded. */
  takeChanged(): ChangedRows {
    const { events, commands } = this.#taken;
    this.#taken = { events: this.#log.length, commands: this.#written.length };
    return {
      before: BigInt(events),
      events: this.#log.readStored(BigInt(events), this.#log.length - events),
      commands: this.#written.slice(commands).flatMap(({ commandId, firstDay }) => {
        const answer = this.#commands.get(commandId);
        return answer ? [{ ...answer, commandId, firstDay }] : [];
      }),
      claims: this.#claims.takeChanged(),
      counters: [...this.#counters],
    };
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
    return this.#log.readStreams(requests);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#log.readAll(after, limit);
  }

  async eventAt(position: Position): Promise<StoredEvent | undefined> {
    const [event] = this.#log.readStored(position - 1n, 1);
    return event?.position === position ? event : undefined;
  }

  async readStored(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    return this.#log.readStored(after, limit);
  }

  async head(): Promise<Position> {
    return BigInt(this.#log.length);
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

  nextId(kind: string): Promise<number> {
    return this.#ids.next(kind);
  }

  peekId(kind: string, ahead = 0): Promise<number> {
    return this.#ids.peek(kind, ahead);
  }

  async passId(kind: string, id: number): Promise<void> {
    if (this.#ids.pass(kind, id)) return;
    this.#counters.set(kind, Math.max(id, this.#counters.get(kind) ?? 0));
  }

  async ownersOf(set: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#claims.ownersOf(set, keys);
  }

  async records(prefix: string): Promise<readonly string[]> {
    return this.#claims.records(prefix);
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
      const actual = this.#log.revisionOf(stream);
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
        return this.#claims.total(read.key) !== read.total;
      case 'levels':
        return digestOf(this.#claims.totals(read.prefix)) !== read.digest;
      case 'stream':
        return this.#log.revisionOf(read.stream) !== read.revision;
      case 'records':
        return this.#claims.records(read.prefix).length !== read.count;
      case 'kind':
        return this.#hasWritten(read.position, ({ streams }) =>
          streams.some((stream) => stream.startsWith(read.prefix)),
        );
      case 'books':
        return this.#hasWritten(read.position, ({ firstDay }) => firstDay !== undefined && firstDay <= read.to);
    }
  }

  /** True when a batch after a position is one of these. Most reads are of the last positions. */
  #hasWritten(after: string, isOne: (batch: AppendedBatch) => boolean): boolean {
    const position = BigInt(after);
    for (let place = this.#written.length - 1; place >= 0; place -= 1) {
      const batch = this.#written[place];
      if (!batch || batch.position <= position) return false;
      if (isOne(batch)) return true;
    }
    return false;
  }

  #store({ batch, events, meta }: EncodedBatch, numbers: readonly string[]): Appended {
    this.#lastMs = Math.max(this.#lastMs, this.#clock().getTime());
    const recordedAt = new Date(this.#lastMs).toISOString();
    for (const { stream, revision, event, data: text, number } of events) {
      const { id, type, v } = event;
      const position = BigInt(this.#log.length + 1);
      const data = number === undefined ? text : withNumber(text, numbers[number] ?? '');
      this.#log.add({ id, type, v, stream, revision, position, recordedAt, data, meta });
    }
    const position = BigInt(this.#log.length);
    const answer: Appended = { position, revisions: revisionsAfter(batch), numbers, recordedAt, repeated: false };
    const { commandId } = batch;
    const streams = batch.writes.map((write) => write.stream);
    this.#written.push({ commandId, position, streams, firstDay: firstDayOf(batch.claims) });
    this.#commands.set(commandId, { ...answer, repeated: true, streams, digest: batch.digest ?? null });
    this.#alarm.notify();
    return answer;
  }

  #takeIds(kind: string, count: number): number {
    const last = this.#counters.get(kind) ?? 0;
    this.#counters.set(kind, last + count);
    return last + 1;
  }
}
