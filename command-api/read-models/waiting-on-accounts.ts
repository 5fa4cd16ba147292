/** What waits on accounts: money of remittances, and goods for their bill or bills for their goods. */
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { UnbilledInOutlet } from '../../domain/ledger/journals-on-accruals.ts';
import type { CurrentQuery } from './named-query.ts';

/** What an account of money on its way holds, and what other remittances expect of it. */
export interface RemittedMoney {
  readonly held: string;
  readonly expected: string;
}

/** In the currency of the account. Remittances under way are approved, and neither paid out nor reversed. */
export const REMITTED_MONEY: CurrentQuery<[account: number, own: number], RemittedMoney> = {
  name: 'money of other remittances',
  staleness: 'position of the decision',
  sql: `select
    trim_scale(coalesce((
      select sum(m.foreign_debit - m.foreign_credit) from read.movement_month m join read.account a on a.account = m.account
      where a.record_kind = 'cash' and a.record_id = $1
    ), 0))::text as held,
    trim_scale(coalesce((
      select sum((d.data ->> 'amount')::numeric) from read.document d
      where d.kind = 'remittance' and d.status = 'approved' and (d.data ->> 'remittance_account_fk')::int = $1 and d.id <> $2
    ), 0))::text as expected`,
};

/** In the system currency, over all days; an outlet in which nothing waits has no row. */
export const UNBILLED: CurrentQuery<[outlets: readonly number[]], UnbilledInOutlet> = {
  name: 'goods received and not billed',
  staleness: 'position of the decision',
  sql: `select outlet_fk, trim_scale(sum(debit - credit))::text as base from read.movement_month
    where account = ${SYSTEM_ACCOUNTS['goods-received-not-billed'].code} and outlet_fk = any($1::int[])
    group by outlet_fk having sum(debit - credit) <> 0`,
};
