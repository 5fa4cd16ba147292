/**
 * The log of KurrentDB with the positions that readers use: after a restore, positions of the backup from the events'
 * metadata (`positions.ts`); otherwise KurrentDB's.
 */

import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { membersOf } from '../../domain/values/members.ts';
import { unavailable } from '../claims/connection.ts';
import { metaOf } from '../claims/stored-texts.ts';
import type { Position, StoredEvent } from '../port.ts';
import { KurrentLog, type Page } from './log.ts';
import { type Positions, readPositions } from './positions.ts';

/** Metadata that a restore adds to an event. */
export interface RestoredMetadata {
  readonly restored_position: string;
  /** ISO 8601 UTC. */
  readonly recorded_at: string;
}

export type Log = Pick<
  KurrentLog,
  'append' | 'readStream' | 'lastRevision' | 'readAll' | 'eventAt' | 'lasts' | 'head' | 'subscribeFromEnd' | 'close'
>;

/** Throws StoreUnavailable when PostgreSQL, which stores the positions of a restored log, is unreachable. */
export async function openLog(url: string, databaseUrl: string, timeoutMs: number): Promise<Log> {
  const positions = await readPositions(databaseUrl, timeoutMs).catch((error: unknown) => {
    throw unavailable(error);
  });
  const log = new KurrentLog(url, timeoutMs);
  return positions ? new RestoredLog(log, positions) : log;
}

/** The client parses JSON; serialising it again yields the stored text. */
export function storedText(event: RecordedEvent): StoredEvent {
  return { ...event, data: JSON.stringify(event.data), meta: JSON.stringify(event.meta) };
}

const PAGE_MIN = 500;

const pageOf = (events: readonly RecordedEvent[], after: Position): Page => ({
  events,
  scanned: events.at(-1)?.position ?? after,
});

class RestoredLog implements Log {
  readonly #log: KurrentLog;
  readonly #positions: Positions;

  constructor(log: KurrentLog, positions: Positions) {
    this.#log = log;
    this.#positions = positions;
  }

  async append(...batch: Parameters<KurrentLog['append']>): Promise<Position | undefined> {
    const place = await this.#log.append(...batch);
    return place === undefined ? undefined : this.#positions.afterRestored(place);
  }

  async readStream(...request: Parameters<KurrentLog['readStream']>): Promise<RecordedEvent[]> {
    return (await this.#log.readStream(...request)).map((event) => this.#asBefore(event));
  }

  lastRevision(stream: string): Promise<number> {
    return this.#log.lastRevision(stream);
  }

  async readAll(after: Position, limit: number): Promise<Page> {
    const requested = this.#positions.isPastRestored(after) ? limit : Math.max(limit, PAGE_MIN);
    const events: RecordedEvent[] = [];
    for (let place = this.#positions.placeBefore(after); ; ) {
      const page = await this.#log.readAll(place, requested);
      place = page.scanned;
      events.push(...page.events.map((event) => this.#asBefore(event)).filter(({ position }) => position > after));
      if (events.length > limit) return pageOf(events.slice(0, limit), after);
      if (events.length < limit && page.events.length === requested) continue;
      return { events, scanned: this.#positions.afterRestored(place) ?? pageOf(events, after).scanned };
    }
  }

  async eventAt(position: Position): Promise<RecordedEvent | undefined> {
    if (position > this.#positions.last) {
      const event = await this.#log.eventAt(this.#positions.placeBefore(position));
      return event && this.#asBefore(event);
    }
    const [event] = (await this.readAll(position - 1n, 1)).events;
    return event?.position === position ? event : undefined;
  }

  lasts(onLost: () => void): Promise<boolean> {
    return this.#log.lasts(onLost);
  }

  async head(settled: () => Promise<Position>): Promise<Position> {
    const place = await this.#log.head(async () => this.#positions.placeBefore(await settled()));
    return this.#positions.afterRestored(place) ?? this.#positions.last;
  }

  subscribeFromEnd(): ReturnType<KurrentLog['subscribeFromEnd']> {
    return this.#log.subscribeFromEnd();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #asBefore(event: RecordedEvent): RecordedEvent {
    const { restored_position, ...rest } = membersOf(event.meta);
    const meta = metaOf(rest) ?? event.meta;
    const position =
      this.#positions.afterRestored(event.position) ??
      (typeof restored_position === 'string' ? BigInt(restored_position) : event.position);
    return { ...event, meta, position };
  }
}
