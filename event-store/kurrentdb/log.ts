/**
 * Appends and reads of KurrentDB with `@eventstore/db-client` 6.2.1, with a timeout on every call: some calls of the
 * client never return when the server stops responding.
 */
import type { AppendExpectedRevision, JSONEventData, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import {
  EventStoreDBClient,
  excludeSystemEvents,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { within } from '../claims/connection.ts';
import { pause } from '../polling-subscription.ts';
import type { Position } from '../port.ts';
import { NO_STREAM, START, StoreUnavailable, WrongRevision } from '../port.ts';
import { collect, isDefinite, isUnknown, PAUSE_MS, TRIES, takeUntilCaughtUp, unavailable } from './calls.ts';
import { watchConnection } from './connection-watch.ts';
import { type Read, readEvent } from './events.ts';

/** Largest page of a read of the whole log, and the first page searched for Daftar's last event. */
const PAGE_MAX = 500;
const LAST_PAGE = 32;
/**
 * The checkpoint interval of a filtered subscription, in units of 32 events: large, because no code uses these
 * checkpoints.
 */
const CHECKPOINT_INTERVAL = 10_000;
/** Calls that the client does not close in this time are left to the end of the process. */
const CLOSE_MS = 2_000;
export interface Page {
  readonly events: readonly RecordedEvent[];
  /** Position up to which everything was read, including events of others. */
  readonly scanned: Position;
}

/**
 * Credentials given with every call: without them the client uses `BatchAppend`, whose promises have no deadline and
 * hang when the server stops responding. The client never sends them to a server without TLS. A server with TLS whose
 * URL has no user refuses them.
 */
const NOBODY = { username: 'nobody', password: 'nobody' } as const;

export function credentialsOf(url: string): { readonly username: string; readonly password: string } {
  const [, username, password] = /^[^/]+:\/\/(?:([^:@/]+):([^@/]+)@)?/.exec(url) ?? [];
  if (username === undefined || password === undefined) return NOBODY;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

export class KurrentLog {
  readonly client: EventStoreDBClient;
  readonly #timeoutMs: number;
  readonly #credentials: { readonly username: string; readonly password: string };
  /** The latest time of events without `recorded_at`, up to the furthest position read. */
  #latest: { position: Position; time: string } = { position: START, time: '' };
  /** False for a server that does not report when a subscription has caught up (before 23.10). */
  #saysCaughtUp = true;

  constructor(url: string, timeoutMs: number) {
    this.#credentials = credentialsOf(url);
    this.client = EventStoreDBClient.connectionString(url);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Returns the position of the last event; undefined when the events were stored before and the server does not
   * report it. When only the first of them are stored, the rest is appended. Throws WrongRevision and the server's
   * other permanent refusals; StoreUnavailable when the outcome is unknown. `before` is called before each try, which may
   * be on a new connection; its error counts as one of the try.
   */
  async append(
    stream: string,
    expected: number,
    events: readonly JSONEventData[],
    before: () => Promise<void> = async () => undefined,
  ): Promise<Position | undefined> {
    const deadline = Math.ceil(this.#timeoutMs / TRIES);
    const expectedRevision: AppendExpectedRevision = expected === NO_STREAM ? 'no_stream' : BigInt(expected);
    let last: unknown;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        await before();
        const options = { expectedRevision, credentials: this.#credentials, deadline };
        const sent = this.client.appendToStream(stream, [...events], options);
        return (await within(deadline, 'the append', sent)).position?.commit;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError)
          return await this.#decideWrongRevision(stream, expected, events, before);
        if (isDefinite(error)) throw error;
        last = error;
        await pause(PAUSE_MS * attempt, new AbortController().signal);
      }
    }
    throw unavailable(last);
  }

  /** The events of a stream after a revision, at most `limit`. */
  async readStream(stream: string, after: number, limit = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    const fromRevision = BigInt(after + 1);
    const options = { fromRevision, maxCount: limit, credentials: this.#credentials } as const;
    const found = await this.#collectStream(() => this.client.readStream(stream, options));
    return found.flatMap((resolvedEvent) => readEvent(resolvedEvent)?.recorded ?? []);
  }

  /** The last revision of a stream, from any writer; NO_STREAM when there is none. */
  async lastRevision(stream: string): Promise<number> {
    const options = {
      direction: 'backwards',
      fromRevision: 'end',
      maxCount: 1,
      credentials: this.#credentials,
    } as const;
    const [last] = await this.#collectStream(() => this.client.readStream(stream, options));
    return last?.event ? Number(last.event.revision) : NO_STREAM;
  }

  /**
   * Up to `limit` of Daftar's events after a position. The server reads inclusively from a position. When a page
   * contains only system events, many more may follow: the rest is read with a filter on the server.
   */
  async readAll(after: Position, limit: number): Promise<Page> {
    const events: RecordedEvent[] = [];
    const timed = this.#timesAfter(after);
    let scanned = after;
    for (;;) {
      const count = Math.min(limit - events.length, PAGE_MAX) + 1;
      const fromPosition = scanned === START ? 'start' : { commit: scanned, prepare: scanned };
      const options = { fromPosition, maxCount: count, credentials: this.#credentials } as const;
      const page = await this.#collect(() => this.client.readAll(options));
      const before = events.length;
      for (const resolved of page) {
        const position = resolved.event?.position?.commit ?? resolved.commitPosition ?? scanned;
        const event = timed(readEvent(resolved), position);
        if (position <= scanned && scanned !== START) continue;
        scanned = position;
        if (event) events.push(event);
        if (events.length === limit) return { events, scanned };
      }
      if (page.length < count) return { events, scanned };
      if (events.length > before) continue;
      const rest = await this.#catchUp(scanned, limit - events.length);
      if (rest) return { events: [...events, ...rest.events], scanned: rest.scanned };
    }
  }

  /** The event of Daftar at exactly this position. */
  async eventAt(position: Position): Promise<RecordedEvent | undefined> {
    const fromPosition = { commit: position, prepare: position };
    const options = { fromPosition, maxCount: 1, credentials: this.#credentials } as const;
    try {
      const [found] = await this.#collect(() => this.client.readAll(options));
      const event = found && readEvent(found)?.recorded;
      return event?.position === position ? event : undefined;
    } catch (error) {
      // A server answers so when no event begins at the position.
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  /** True when there is a connection: then `onLost` is called once, when it ends. */
  lasts(onLost: () => void): Promise<boolean> {
    return watchConnection(this.client, onLost);
  }

  /**
   * Position of Daftar's last event. `settled` returns the position of one of Daftar's events, the later the better:
   * when the end of the log has only system events, the log is read from there with a filter.
   */
  async head(settled: () => Promise<Position>): Promise<Position> {
    let from: Position | undefined;
    for (let count = LAST_PAGE; ; count = PAGE_MAX) {
      const fromPosition = from === undefined ? 'end' : { commit: from, prepare: from };
      const options = {
        direction: 'backwards',
        fromPosition,
        maxCount: count,
        credentials: this.#credentials,
      } as const;
      const page = await this.#collect(() => this.client.readAll(options));
      const ours = page.map(readEvent).find((event) => event !== undefined);
      if (ours) return ours.recorded.position;
      if (page.length < count) return START;
      from = page.at(-1)?.event?.position?.commit ?? START;
      const known = count === LAST_PAGE ? await settled() : START;
      const last = known > START && known < from ? await this.#lastAfter(known) : undefined;
      if (last !== undefined) return last;
    }
  }

  /** A live subscription from the end of the log, without system events. */
  subscribeFromEnd(): ReturnType<EventStoreDBClient['subscribeToAll']> {
    const filter = excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL });
    return this.client.subscribeToAll({ fromPosition: 'end', filter, credentials: this.#credentials });
  }

  /** Returns even when a call of the client never ends. */
  async close(): Promise<void> {
    // The connection is closed either way.
    await within(CLOSE_MS, 'closing', this.client.dispose()).catch(() => {});
  }

  async #lastAfter(known: Position): Promise<Position | undefined> {
    for (let last = known; ; ) {
      const page = await this.#catchUp(last, PAGE_MAX);
      if (!page) return undefined;
      last = page.events.at(-1)?.position ?? last;
      if (page.events.length < PAGE_MAX) return last;
    }
  }

  /**
   * Like `readAll`, with a filter for system events on the server. Reads of 6.2.1 have no filter, so it uses a
   * subscription until it has caught up. Undefined when the server does not report that.
   */
  async #catchUp(after: Position, limit: number): Promise<Page | undefined> {
    if (!this.#saysCaughtUp) return undefined;
    const newest = {
      direction: 'backwards',
      fromPosition: 'end',
      maxCount: 1,
      credentials: this.#credentials,
    } as const;
    const [last] = await this.#collect(() => this.client.readAll(newest));
    const end = last?.event?.position?.commit ?? after;
    const fromPosition = after === START ? 'start' : { commit: after, prepare: after };
    const filter = excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL });
    const subscription = this.client.subscribeToAll({ fromPosition, filter, credentials: this.#credentials });
    let confirmed = false;
    subscription.on('confirmation', () => {
      confirmed = true;
    });
    try {
      const found = await within(this.#timeoutMs, 'the catch-up', takeUntilCaughtUp(subscription, limit));
      const timed = this.#timesAfter(after);
      const events = found.flatMap(
        (allStreamResolvedEvent) =>
          timed(readEvent(allStreamResolvedEvent), allStreamResolvedEvent.event?.position.commit ?? after) ?? [],
      );
      const furthest = found.at(-1)?.event?.position.commit ?? after;
      return { events, scanned: found.length === limit || furthest > end ? furthest : end };
    } catch (error) {
      if (!confirmed || !(error instanceof StoreUnavailable)) throw unavailable(error);
      this.#saysCaughtUp = false;
      return undefined;
    } finally {
      // The subscription is destroyed either way.
      void subscription.unsubscribe().catch(() => {});
      subscription.destroy();
    }
  }

  /**
   * The time of an event is its `recorded_at`. Older events have the server's time, whose clock may go back: then the
   * time of the event before is the lower bound.
   */
  #timesAfter(after: Position): (event: Read | undefined, position: Position) => RecordedEvent | undefined {
    let latest = after >= this.#latest.position ? this.#latest.time : '';
    return (event, position) => {
      if (event?.isStamped) return event.recorded;
      if (event && event.recorded.recordedAt > latest) latest = event.recorded.recordedAt;
      if (position >= this.#latest.position) this.#latest = { position, time: latest };
      return event && { ...event.recorded, recordedAt: latest };
    };
  }

  /**
   * A refused revision is no conflict when the events at that place are these very events, sent before. A call that
   * breaks off while sending (deadline, broken connection) may have stored only the first of them, because events are
   * sent one by one and the server treats the end of the data as the end of the append. Then the rest is appended.
   */
  async #decideWrongRevision(
    stream: string,
    expected: number,
    events: readonly JSONEventData[],
    before: () => Promise<void>,
  ): Promise<Position | undefined> {
    const there = await this.readStream(stream, expected, events.length);
    const last = there.at(-1);
    const areOurs = there.every(({ id }, index) => id === events[index]?.id);
    if (!last || !areOurs) throw new WrongRevision(stream, expected, await this.lastRevision(stream));
    return there.length === events.length
      ? last.position
      : this.append(stream, expected + there.length, events.slice(there.length), before);
  }

  #collect<Event>(read: () => StreamingRead<Event>): Promise<Event[]> {
    return collect(read, this.#timeoutMs);
  }

  async #collectStream(read: () => StreamingRead<ResolvedEvent>): Promise<ResolvedEvent[]> {
    try {
      return await this.#collect(read);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }
}
