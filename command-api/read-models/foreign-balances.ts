/** Foreign money, receivables and payables of an outlet at the end of a day. */
import type { ForeignBalances } from '../../domain/ledger/revaluation-rules.ts';
import type { CurrentQuery, LaggingQuery } from './named-query.ts';

export const ARE_BOOKS_BUILT: LaggingQuery<[], { readonly built: boolean }> = {
  name: 'whether the books were ever built',
  staleness: 'whatever is there',
  sql: `select to_regclass('read.movement_day') is not null as built`,
};

/** Read in the transaction of the balances. */
export const BOOKS_POSITION: CurrentQuery<[], { readonly position: string }> = {
  name: 'position of the books',
  staleness: 'position of the decision',
  sql: `select position::text from read.checkpoint where model = 'books'`,
};

/** `accounts` are the control accounts of parties. */
export const FOREIGN_BALANCES: CurrentQuery<
  [outlet: number, to: string, accounts: readonly number[]],
  ForeignBalances['balances'][number]
> = {
  name: 'foreign balances of an outlet at the end of a day',
  staleness: 'position of the decision',
  sql: `
  with system as (
    select coalesce((select (data ->> 'currency_fk')::int from read.record where kind = 'system_setting' and id = 1), 1) as currency
  ), held as (
    select m.account, null::text as party, m.currency_fk, sum(m.foreign_debit - m.foreign_credit) as amount, sum(m.debit - m.credit) as base
    from read.movement_day m join read.account a on a.account = m.account and a.record_kind = 'cash'
    where m.outlet_fk = $1 and m.effective_date <= $2 and m.currency_fk <> (select currency from system)
    group by 1, 3
    union all
    select account, party, currency_fk, sum(foreign_debit - foreign_credit), sum(debit - credit)
    from read.party_day
    where account = any($3) and outlet_fk = $1 and effective_date <= $2 and currency_fk <> (select currency from system)
    group by 1, 2, 3
  )
  select account, party, currency_fk, trim_scale(amount)::text as foreign_amount, trim_scale(base)::text as base
  from held where amount <> 0 order by account, party, currency_fk`,
};
