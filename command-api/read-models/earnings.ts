/** What the business earned and did not distribute. */
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { CurrentQuery } from './named-query.ts';

const { 'retained-earnings': retained, 'income-summary': summary } = SYSTEM_ACCOUNTS;

/**
 * Retained earnings and the result of open years until the end of a day, less every dividend, whatever its day, so that
 * nothing is distributed twice. In the system currency, over all outlets.
 */
export const EARNINGS: CurrentQuery<[until: string], { readonly earned: string }> = {
  name: 'earnings that were not distributed',
  staleness: 'position of the decision',
  sql: `select trim_scale(coalesce(sum(m.credit - m.debit), 0) - (
      select coalesce(sum(l.base), 0) from read.journal_line l
      where l.document_kind = 'dividend' and l.account = ${retained.code} and l.effective_date > $1
    ))::text as earned
  from read.movement_day m join read.account a on a.account = m.account
  where (a.statement = 'income' or a.account in (${retained.code}, ${summary.code})) and m.effective_date <= $1`,
};
