/** Balances of the monetary accounts of an outlet in foreign currency at the end of a day. */
import { MONETARY_CODES, SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
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

/** Each party has balances of its own; those of the other monetary accounts are by account. */
const WITH_PARTIES = [SYSTEM_ACCOUNTS.receivable.code, SYSTEM_ACCOUNTS.payable.code];
const WITHOUT = MONETARY_CODES.filter((code) => !WITH_PARTIES.some((known) => known === code));
export const OF_PARTIES = `in (${WITH_PARTIES.join(', ')})`;

/** Whether `account` is a monetary account without parties, or below one (domain/chart/chart.ts). */
export const isMonetary = (account: string): string =>
  `case when ${account} >= 100000 then ${account} / 100000 else ${account} end in (${WITHOUT.join(', ')})`;

export const FOREIGN_BALANCES: CurrentQuery<[outlet: number, to: string], ForeignBalances['balances'][number]> = {
  name: 'foreign balances of an outlet at the end of a day',
  staleness: 'position of the decision',
  sql: `
  with system as (
    select coalesce((select (data ->> 'currency_fk')::int from read.record where kind = 'system_setting' and id = 1), 1) as currency
  ), held as (
    select m.account, null::text as party, m.currency_fk, sum(m.foreign_debit - m.foreign_credit) as amount, sum(m.debit - m.credit) as base
    from read.movement_day m
    where ${isMonetary('m.account')} and m.outlet_fk = $1 and m.effective_date <= $2 and m.currency_fk <> (select currency from system)
    group by 1, 3
    union all
    select account, party, currency_fk, sum(foreign_debit - foreign_credit), sum(debit - credit)
    from read.party_day
    where account ${OF_PARTIES} and outlet_fk = $1 and effective_date <= $2 and currency_fk <> (select currency from system)
    group by 1, 2, 3
  )
  select account, party, currency_fk, trim_scale(amount)::text as foreign_amount, trim_scale(base)::text as base
  from held where amount <> 0 order by account, party, currency_fk`,
};
