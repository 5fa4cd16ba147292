/** What waits for its bill or its goods in outlets. */
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { UnbilledInOutlet } from '../../domain/ledger/journals-on-accruals.ts';
import type { CurrentQuery } from './named-query.ts';

/** In the system currency, over all days; an outlet in which nothing waits has no row. */
export const UNBILLED: CurrentQuery<[outlets: readonly number[]], UnbilledInOutlet> = {
  name: 'goods received and not billed',
  staleness: 'position of the decision',
  sql: `select outlet_fk, trim_scale(sum(debit - credit))::text as base from read.movement_month
    where account = ${SYSTEM_ACCOUNTS['goods-received-not-billed'].code} and outlet_fk = any($1::int[])
    group by outlet_fk having sum(debit - credit) <> 0`,
};
