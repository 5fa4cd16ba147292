/**
 * The two times of a report. `known_at` is a moment or a position; a moment becomes the position of the last event
 * recorded until then. Positions and moments grow together, so a binary search on the primary key finds it.
 */

import { sql } from 'kysely';
import { defined } from '../../domain/values/defined.ts';
import { IQD } from '../../domain/values/rate.ts';
import type { Snapshot } from '../database/reader.ts';

export interface Known {
  /** The position of an event, or 0. */
  readonly position: bigint;
  /** When that event was recorded, in UTC: `YYYY-MM-DD`. */
  readonly recordedDate: string;
}

/** Undefined when all events are known. */
export async function readKnownAt(snapshot: Snapshot, knownAt: string | undefined): Promise<Known | undefined> {
  if (knownAt === undefined) return undefined;
  const position = /^\d+$/.test(knownAt) ? BigInt(knownAt) : await positionAt(snapshot, momentOf(knownAt));
  const { rows } = await sql<{ position: string; recorded_date: string }>`
    select position, recorded_date from read.event where position <= ${position} order by position desc limit 1`.execute(
    snapshot,
  );
  const [last] = rows;
  return { position: BigInt(last?.position ?? '0'), recordedDate: last?.recorded_date ?? '1970-01-01' };
}

/** A day without a time includes all events recorded on it; a time without a zone is UTC. */
function momentOf(text: string): string {
  if (text.length === 10) return `${text}T23:59:59.999999Z`;
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
}

/** Position of the last event recorded until the moment; 0 before the first. */
export async function positionAt(snapshot: Snapshot, moment: string): Promise<bigint> {
  const [position] = await positionsAt(snapshot, [moment]);
  return defined(position, 'the position');
}

/** The same for several moments, in one statement. */
export async function positionsAt(snapshot: Snapshot, moments: readonly string[]): Promise<readonly bigint[]> {
  const { rows } = await sql<{ position: string }>`
    with recursive half (n, moment, low, high) as (
      select w.n, w.moment, 0::bigint, coalesce((select max(position) from read.event), 0)
      from unnest(${[...moments]}::timestamptz[]) with ordinality w (moment, n)
      union all
      select h.n, h.moment, case when e.recorded_at <= h.moment then e.position else h.low end,
        case when e.recorded_at <= h.moment then h.high else m.middle - 1 end
      from half h
      cross join lateral (select h.low + (h.high - h.low + 1) / 2 as middle) m
      cross join lateral
        (select position, recorded_at from read.event where position >= m.middle order by position limit 1) e
      where h.low < h.high
    )
    select max(low) as position from half group by n order by n`.execute(snapshot);
  return rows.map((row) => BigInt(row.position));
}

/** The position of the books: answers without `known_at` are as known at it. */
export async function booksPosition(snapshot: Snapshot): Promise<bigint> {
  const row = await snapshot
    .selectFrom('read.checkpoint')
    .select('position')
    .where('model', '=', 'books')
    .executeTakeFirst();
  return BigInt(row?.position ?? '0');
}

/** The position of an answer, for display. */
export async function shownPosition(snapshot: Snapshot, known: Known | undefined): Promise<string> {
  return String(known?.position ?? (await booksPosition(snapshot)));
}

/** The base currency: a setting. */
export async function systemCurrency(snapshot: Snapshot): Promise<number> {
  const { rows } = await sql<{ currency_fk: number | null }>`
    select (data ->> 'currency_fk')::int as currency_fk from read.record where kind = 'system_setting' and id = 1`.execute(
    snapshot,
  );
  return rows[0]?.currency_fk ?? IQD;
}
