/**
 * Positions of a log that was restored from a backup. Events, claims, read models and seals refer to positions, so
 * they must not change; but KurrentDB assigns a new place in its file to each appended event. A restored event
 * therefore has its position in its metadata, and later events are numbered after the last of them. Points (some
 * positions with their places) are stored in PostgreSQL, so that a reader can start near any position.
 */

import pg from 'pg';
import { defined } from '../../domain/values/defined.ts';
import type { Position } from '../port.ts';
import { START } from '../port.ts';

export interface RestoredPoint {
  readonly position: Position;
  /** Commit position of KurrentDB. */
  readonly place: bigint;
}

export class Positions {
  readonly #points: readonly RestoredPoint[];
  readonly #last: RestoredPoint;
  readonly #shift: bigint;

  /** At least one point, in ascending order; the last is that of the last restored event. */
  constructor(points: readonly RestoredPoint[]) {
    const last = points.at(-1);
    if (!last) throw new RangeError('a log that was not restored has no points');
    this.#points = points;
    this.#last = last;
    this.#shift = last.position > last.place ? last.position - last.place : 0n;
  }

  /** Position of the last restored event. */
  get last(): Position {
    return this.#last.position;
  }

  /** Undefined for a place up to the last restored event: the event's metadata contains its position. */
  afterRestored(place: bigint): Position | undefined {
    return place > this.#last.place ? place + this.#shift : undefined;
  }

  /** True when no restored event comes after the position. */
  isPastRestored(position: Position): boolean {
    return position >= this.#last.position;
  }

  /**
   * A place from which a reader finds every event after the position; among restored events, also some earlier ones.
   */
  placeBefore(position: Position): bigint {
    if (position === this.#last.position) return this.#last.place;
    if (this.isPastRestored(position)) return position - this.#shift;
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (defined(this.#points[middle]).position <= position) low = middle + 1;
      else high = middle;
    }
    return this.#points[low - 1]?.place ?? START;
  }
}

/**
 * Reads the points from the database of the claims; undefined for a log that was not restored. Throws the database's
 * error.
 */
export async function readPositions(databaseUrl: string, timeoutMs: number): Promise<Positions | undefined> {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, options: '-c jit=off' };
  const client = new pg.Client({ connectionString: databaseUrl, ...limits });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const table = await client.query<{ there: boolean }>(
      `select to_regclass('log.restored_position') is not null as there`,
    );
    if (!table.rows[0]?.there) return undefined;
    const { rows } = await client.query<{ position: string; place: string }>(
      'select position::text, place::text from log.restored_position order by restored_position.position',
    );
    if (rows.length === 0) return undefined;
    return new Positions(rows.map(({ position, place }) => ({ position: BigInt(position), place: BigInt(place) })));
  } finally {
    await client.end();
  }
}

/** Stores the points of a restored log. */
export async function savePositions(client: pg.ClientBase, points: readonly RestoredPoint[]): Promise<void> {
  await client.query(
    'insert into log.restored_position (position, place) select * from unnest($1::bigint[], $2::bigint[])',
    [points.map(({ position }) => String(position)), points.map(({ place }) => String(place))],
  );
}
