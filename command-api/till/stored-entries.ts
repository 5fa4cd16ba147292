/** What the server has of an enrolment's sequence. Read from the claims, which are the same for every replica. */
import type pg from 'pg';
import { SEQUENCE_CLAIMS } from '../../domain/till/device-mark.ts';

/** Missing sequence numbers, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface StoredEntries {
  /** 0 and null before the first entry. */
  readonly last_sequence: number;
  readonly last_hash: string | null;
  /** Number of missing entries below the last one. */
  readonly missing: number;
  readonly gaps: readonly Gap[];
}

/** Returns at most `gapsMax` gaps, ascending. */
export async function storedEntries(pool: pg.Pool, enrolment: string, gapsMax: number): Promise<StoredEntries> {
  const prefix = `${enrolment}:`;
  const { rows } = await pool.query<{ key: string; owner: string; count: number }>(
    `select key, owner, (count(*) over ())::int as count from claim.taken where "set" = $1 and key ^@ $2
     order by key desc limit 1`,
    [SEQUENCE_CLAIMS, prefix],
  );
  const [last] = rows;
  const last_sequence = Number(last?.key.slice(prefix.length) ?? 0);
  const missing = last_sequence - (last?.count ?? 0);
  const gaps = missing > 0 ? await gapsOf(pool, prefix, gapsMax) : [];
  return { last_sequence, last_hash: last?.owner ?? null, missing, gaps };
}

/** The last number of an enrolment that is stored; 0 before the first entry. */
export async function lastSequence(pool: pg.Pool, enrolment: string): Promise<number> {
  const { rows } = await pool.query<{ sequence: number }>(
    `select substr(key, $3)::int as sequence from claim.taken where "set" = $1 and key ^@ $2 order by key desc limit 1`,
    [SEQUENCE_CLAIMS, `${enrolment}:`, enrolment.length + 2],
  );
  return rows[0]?.sequence ?? 0;
}

async function gapsOf(pool: pg.Pool, prefix: string, gapsMax: number): Promise<readonly Gap[]> {
  const { rows } = await pool.query<Gap>(
    `select before + 1 as "from", sequence - 1 as "to"
     from (
       select sequence, lag(sequence, 1, 0) over (order by sequence) as before
       from (select substr(key, $3)::int as sequence from claim.taken where "set" = $1 and key ^@ $2) s
     ) g
     where sequence > before + 1
     order by sequence limit $4`,
    [SEQUENCE_CLAIMS, prefix, prefix.length + 1, gapsMax],
  );
  return rows;
}
