/** Items pricings that wait for a day. */
import type { LaggingQuery } from './named-query.ts';

export interface DueRow {
  readonly id: number;
  readonly revision: number;
}

/** Oldest day first. The command that makes one active names its revision, so one that was changed since is left. */
export const DUE_PRICINGS: LaggingQuery<[kind: string, today: string], DueRow> = {
  name: 'items pricings whose day has come',
  staleness: 'asserted by a claim',
  sql: `select id, revision from read.document where kind = $1 and status = 'scheduled' and date <= $2 order by date, id`,
};
