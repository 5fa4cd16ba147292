/**
 * Appends and reads of KurrentDB by `@eventstore/db-client` 6.2.1, with a limit on every call: some of the
 * client's own calls wait for ever when the server goes silent.
 */
import type { AppendExpectedRevision, JSONEventData, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import {
  ErrorType,
  EventStoreDBClient,
  isCommandError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { pause } from '../follow.ts';
import type { Position } from '../port.ts';
import { NO_STREAM, START, StoreUnavailable, WrongRevision } from '../port.ts';
import { within } from '../postgres/connection.ts';
import { readEvent } from './events.ts';

/** What the server decided for good; everything else may be tried again with the same ids. */
const DEFINITE: ReadonlySet<string> = new Set([
  ErrorType.STREAM_DELETED,
  ErrorType.ACCESS_DENIED,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
]);
const TRIES = 3;
const PAUSE_MS = 20;

export interface Page {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here was looked at, others' events included. */
  readonly scanned: Position;
}

export class KurrentLog {
  readonly client: EventStoreDBClient;
  readonly #timeoutMs: number;
  /** The latest time up to the furthest position that was read. */
  #latest = { position: START, time: '' };
  /**
   * Given with every call: without them the client appends by `BatchAppend`, whose promises have no deadline
   * and hang when the server goes silent or ends the stream. An insecure server ignores them.
   */
  readonly #credentials: { readonly username: string; readonly password: string };

  constructor(url: string, timeoutMs: number) {
    const [, username, password] = /^[^/]+:\/\/(?:([^:@/]+):([^@/]+)@)?/.exec(url) ?? [];
    this.#credentials = {
      username: decodeURIComponent(username ?? 'admin'),
      password: decodeURIComponent(password ?? 'changeit'),
    };
    this.client = EventStoreDBClient.connectionString(url);
    this.#timeoutMs = timeoutMs;
  }

  /** Throws WrongRevision and the server's other definite refusals; StoreUnavailable when the outcome is not known. */
  async append(stream: string, expected: number, events: readonly JSONEventData[]): Promise<void> {
    const deadline = Math.ceil(this.#timeoutMs / TRIES);
    const expectedRevision: AppendExpectedRevision = expected === NO_STREAM ? 'no_stream' : BigInt(expected);
    let last: unknown;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        const options = { expectedRevision, credentials: this.#credentials, deadline };
        await within(deadline, 'the append', this.client.appendToStream(stream, [...events], options));
        return;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError)
          return await this.#decideWrongRevision(stream, expected, events);
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
    return await this.#collectStream(() => this.client.readStream(stream, options));
  }

  async lastOf(stream: string): Promise<RecordedEvent | undefined> {
    const options = {
      direction: 'backwards',
      fromRevision: 'end',
      maxCount: 1,
      credentials: this.#credentials,
    } as const;
    return (await this.#collectStream(() => this.client.readStream(stream, options)))[0];
  }

  /**
   * Up to `limit` of Daftar's events after a position. The server stamps with a clock that may go back, so
   * what was read before is the lower bound of what follows. The server reads from a position inclusively:
   * the event at `after` comes along and gives that bound to a reader that has just started.
   */
  async readAll(after: Position, limit: number): Promise<Page> {
    const events: RecordedEvent[] = [];
    let scanned = after;
    let latest = after >= this.#latest.position ? this.#latest.time : '';
    for (;;) {
      const count = limit + 1;
      const fromPosition = scanned === START ? 'start' : { commit: scanned, prepare: scanned };
      const options = { fromPosition, maxCount: count, credentials: this.#credentials } as const;
      const page = await this.#collect(() => this.client.readAll(options));
      for (const resolved of page) {
        const event = readEvent(resolved);
        if (event && event.recordedAt > latest) latest = event.recordedAt;
        const position = resolved.event?.position?.commit ?? resolved.commitPosition ?? scanned;
        if (position <= scanned && scanned !== START) continue;
        scanned = position;
        if (event) events.push({ ...event, recordedAt: latest });
        if (scanned >= this.#latest.position) this.#latest = { position: scanned, time: latest };
        if (events.length === limit) return { events, scanned };
      }
      if (page.length < count) return { events, scanned };
    }
  }

  /** Position of Daftar's last event. */
  async head(): Promise<Position> {
    const options = { direction: 'backwards', fromPosition: 'end', credentials: this.#credentials } as const;
    const isOurs = (resolved: ResolvedEvent) => readEvent(resolved) !== undefined;
    const [last] = await this.#collect(() => this.client.readAll(options), isOurs);
    return last ? (readEvent(last)?.position ?? START) : START;
  }

  /** A live subscription from the end of the log. */
  subscribeFromEnd(): ReturnType<EventStoreDBClient['subscribeToAll']> {
    return this.client.subscribeToAll({ fromPosition: 'end', credentials: this.#credentials });
  }

  close(): Promise<void> {
    return this.client.dispose();
  }

  /** A refusal of the revision is none when the events at that place are these very events, sent before. */
  async #decideWrongRevision(stream: string, expected: number, events: readonly JSONEventData[]): Promise<void> {
    const there = await this.readStream(stream, expected, events.length);
    if (there.length === events.length && there.every(({ id }, index) => id === events[index]?.id)) return;
    throw new WrongRevision(stream, expected, (await this.lastOf(stream))?.revision ?? NO_STREAM);
  }

  async #collectStream(read: () => StreamingRead<ResolvedEvent>): Promise<RecordedEvent[]> {
    try {
      return (await this.#collect(read)).map(readEvent).filter((event) => event !== undefined);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  /** All of a read, or up to the first that is wanted. A read that broke off is begun again. */
  async #collect(
    open: () => StreamingRead<ResolvedEvent>,
    wanted?: (event: ResolvedEvent) => boolean,
  ): Promise<ResolvedEvent[]> {
    for (let attempt = 1; ; attempt += 1) {
      const read = open();
      // The client may report an error after the read was left; without a listener it would end the process.
      read.on('error', () => {});
      try {
        return await within(this.#timeoutMs, 'the read', takeAll(read, wanted));
      } catch (error) {
        if (error instanceof StreamNotFoundError || isDefinite(error)) throw error;
        if (error instanceof StoreUnavailable || attempt === TRIES) throw unavailable(error);
      } finally {
        // Leaving the loop ends the client's stream but not the call under it.
        void read.cancel().catch(() => {});
        read.destroy();
      }
      await pause(PAUSE_MS * attempt, new AbortController().signal);
    }
  }
}

async function takeAll(
  read: StreamingRead<ResolvedEvent>,
  wanted?: (event: ResolvedEvent) => boolean,
): Promise<ResolvedEvent[]> {
  const events: ResolvedEvent[] = [];
  for await (const event of read) {
    if (!wanted) events.push(event);
    else if (wanted(event)) return [event];
  }
  return events;
}

export function isDefinite(error: unknown): boolean {
  return (
    error instanceof WrongRevision || (error instanceof Error && isCommandError(error) && DEFINITE.has(error.type))
  );
}

function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
