/** Financial years and their closes. */
import type { ClosedBooks } from '../../domain/ledger/year-close.ts';
import type { CurrentQuery, LaggingQuery } from './named-query.ts';

/** The last reopened close of a year, with which a second close is compared. */
export const LAST_CLOSE: CurrentQuery<[year: number], NonNullable<ClosedBooks['previous']>> = {
  name: 'last reopened close of a year',
  staleness: 'position of the decision',
  sql: `select id as year_close_fk, data #>> '{books,position}' as position, data #> '{books,digests}' as digests
     from read.document
     where kind = 'year_close' and status = 'reopened' and (data ->> 'financial_year_fk')::int = $1
     order by id desc limit 1`,
};

export interface Year {
  readonly year_id: number;
  readonly year_name: string;
  readonly start_date: string;
  readonly end_date: string;
  /** The previous year; null for the first. */
  readonly previous_year_fk: number | null;
  readonly status: 'open' | 'closed';
  /** True when it has documents or was closed once: its days are then fixed. */
  readonly in_use: boolean;
}

/** May lag: the claims of the close and of its days refuse outdated decisions. */
export const YEARS: LaggingQuery<[], Year> = {
  name: 'financial years',
  staleness: 'asserted by a claim',
  sql: `
  select r.id as year_id, r.name as year_name, r.data ->> 'start_date' as start_date, r.data ->> 'end_date' as end_date,
    lag(r.id) over (order by r.data ->> 'start_date') as previous_year_fk, coalesce(p.status, 'open') as status,
    coalesce(p.used, false) as in_use
  from read.record r
  left join claim.period p on p.from_day = coalesce(r.data ->> 'first_day', r.data ->> 'start_date')::date
  where r.kind = 'financial_year' and r.active order by r.data ->> 'start_date'`,
};
