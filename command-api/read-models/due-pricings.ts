/** Scheduled items pricings. */
import type { LaggingQuery } from './named-query.ts';

export interface DueRow {
  readonly id: number;
  readonly revision: number;
}

/** Sorted by day. The activating command contains the revision, so a pricing that was changed since is skipped. */
export const DUE_PRICINGS: LaggingQuery<[kind: string, today: string], DueRow> = {
  name: 'items pricings whose day has come',
  staleness: 'asserted by a claim',
  sql: `select id, revision from read.document where kind = $1 and status = 'scheduled' and date <= $2 order by date, id`,
};
