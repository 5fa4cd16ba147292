/** Closes of a year that were taken back: what a second close compares itself with. */
import type { Pool } from 'pg';
import type { ClosedBooks } from '../../domain/ledger/year-close.ts';

/** The last one that was reopened; null when the year was never closed. */
export async function lastCloseOf(pool: Pool, year: number): Promise<ClosedBooks['previous']> {
  const { rows } = await pool.query<NonNullable<ClosedBooks['previous']>>(
    `select id as year_close_fk, data #>> '{books,position}' as position, data #> '{books,digests}' as digests
     from read.document
     where kind = 'year_close' and status = 'reopened' and (data ->> 'financial_year_fk')::int = $1
     order by id desc limit 1`,
    [year],
  );
  return rows[0] ?? null;
}
