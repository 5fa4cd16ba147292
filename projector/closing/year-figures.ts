/**
 * The figures of a year's close: balances of the closing entry, digests of the tables, and differences to an earlier
 * close.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { CloseDifference, ClosingBalance, Digests } from '../../domain/ledger/year-close.ts';

const TRIAL_BALANCE = `
  select account, outlet_fk, currency_fk, trim_scale(sum(debit - credit))::text as base,
    trim_scale(sum(foreign_debit - foreign_credit))::text as foreign_amount
  from {s}.movement_day where effective_date <= $1 group by 1, 2, 3
  having sum(debit - credit) <> 0 or sum(foreign_debit - foreign_credit) <> 0 order by 1, 2, 3`;
const STOCK = `
  select item_fk, inventory_fk, trim_scale(sum(quantity))::text as quantity, trim_scale(sum(value))::text as value
  from {s}.stock_line where effective_date <= $1 group by 1, 2
  having sum(quantity) <> 0 or sum(value) <> 0 order by 1, 2`;
const SUBLEDGERS = `
  select party, account, outlet_fk, currency_fk, trim_scale(sum(debit - credit))::text as base,
    trim_scale(sum(foreign_debit - foreign_credit))::text as foreign_amount
  from {s}.party_day where effective_date <= $1 group by 1, 2, 3, 4
  having sum(debit - credit) <> 0 or sum(foreign_debit - foreign_credit) <> 0 order by 1, 2, 3, 4`;

type Values = (string | number)[];

/** One line for each row: its columns, separated by tabs, ordered by the keys. */
async function digest(client: pg.ClientBase, sql: string, to: string): Promise<string> {
  const { rows } = await client.query<Values>({ text: sql, values: [to], rowMode: 'array' });
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${row.join('\t')}\n`);
  return hash.digest('hex');
}

export async function yearDigests(client: pg.ClientBase, schema: string, to: string): Promise<Digests> {
  const of = (sql: string) => digest(client, sql.replaceAll('{s}', schema), to);
  return { trial_balance: await of(TRIAL_BALANCE), stock: await of(STOCK), subledgers: await of(SUBLEDGERS) };
}

interface Closed {
  /** The year's last day. */
  readonly to: string;
  /** Stream of the close, whose own entry is not among its balances. */
  readonly close: string;
}

/** The digests of a year that is closed, without the entry of its close. */
export async function closedDigests(client: pg.ClientBase, schema: string, { to, close }: Closed): Promise<Digests> {
  const { stock, subledgers } = await yearDigests(client, schema, to);
  const balances = withoutClose(schema, close);
  return { trial_balance: await digest(client, balances, to), stock, subledgers };
}

/** As TRIAL_BALANCE: `close` is the stream of a document of this program, so it needs no quoting. */
const withoutClose = (schema: string, close: string) => `
  select account, outlet_fk, currency_fk, trim_scale(sum(base))::text as base, trim_scale(sum(foreign_amount))::text as foreign_amount
  from ${schema}.journal_line where effective_date <= $1 and document <> '${close}' group by 1, 2, 3
  having sum(base) <> 0 or sum(foreign_amount) <> 0 order by 1, 2, 3`;

/** Balances of income and expense accounts at the end of the year. */
export async function closingBalances(client: pg.ClientBase, schema: string, to: string): Promise<ClosingBalance[]> {
  const { rows } = await client.query<ClosingBalance>(
    `select t.* from (${TRIAL_BALANCE.replaceAll('{s}', schema)}) t
     join ${schema}.account a on a.account = t.account and a.statement = 'income'
     order by t.account, t.outlet_fk, t.currency_fk`,
    [to],
  );
  return rows;
}

interface Since {
  /** The year's last day. */
  readonly to: string;
  readonly position: string;
  /** Stream of a close whose entry does not count; null for none. */
  readonly close: string | null;
}

/** Balances at the end of the year that changed since the position of an earlier close. */
export async function differencesSince(
  client: pg.ClientBase,
  schema: string,
  { to, position, close }: Since,
): Promise<CloseDifference[]> {
  const { rows } = await client.query<CloseDifference>(
    `select account, outlet_fk, currency_fk, trim_scale(coalesce(b.base, 0))::text as before,
       trim_scale(coalesce(a.base, 0))::text as after
     from (
       select account, outlet_fk, currency_fk, sum(base) as base from ${schema}.journal_line
       where effective_date <= $1 and position <= $2 group by 1, 2, 3
     ) b
     full join (
       select account, outlet_fk, currency_fk, sum(base) as base from ${schema}.journal_line
       where effective_date <= $1 and document is distinct from $3 group by 1, 2, 3
     ) a using (account, outlet_fk, currency_fk)
     where coalesce(a.base, 0) <> coalesce(b.base, 0) order by 1, 2, 3`,
    [to, position, close],
  );
  return rows;
}
