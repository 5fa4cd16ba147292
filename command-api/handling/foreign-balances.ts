/**
 * What an outlet has in foreign money, is owed and owes in it, at the end of a day: one moment of the read models,
 * with the position that they were known at.
 */
import type { Pool } from 'pg';
import { SYSTEM_ACCOUNTS } from '../../domain/ledger/chart.ts';
import type { ForeignBalances } from '../../domain/ledger/revaluation-rules.ts';
import { type EventStore, StoreUnavailable } from '../../event-store/port.ts';
import { readModelsReach } from '../closing/models-at.ts';
import type { DecisionReads } from './decision-reads.ts';

/** PostgreSQL's code of a relation that is not there: the read models were never built. */
const UNDEFINED_TABLE = '42P01';
/** As long as a read waits for what its reader has just written. */
const WAIT_MS = 2000;

const BALANCES = `
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
  from held where amount <> 0 order by account, party, currency_fk`;

/** Undefined before the first build. Throws StoreUnavailable while the read models are behind. */
export async function foreignBalances(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { outlet, to }: { readonly outlet: number; readonly to: string },
  reads: Pick<DecisionReads, 'books'>,
): Promise<ForeignBalances | undefined> {
  const isCurrent = await readModelsReach(pool, await store.head(), WAIT_MS);
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const at = await client.query<{ position: string }>(
      `select position::text from read.checkpoint where model = 'books'`,
    );
    const accounts = [SYSTEM_ACCOUNTS.receivable.code, SYSTEM_ACCOUNTS.payable.code];
    const { rows } = await client.query<ForeignBalances['balances'][number]>(BALANCES, [outlet, to, accounts]);
    // An event would store for ever what a model that is behind, or stopped, has left out.
    if (!isCurrent) throw new StoreUnavailable('the read models are behind');
    const position = at.rows[0]?.position ?? '0';
    reads.books(position, to);
    return { position, balances: rows };
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
