/** What an account of money on its way holds, and what other remittances expect of it. */
import type { CurrentQuery } from './named-query.ts';

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
