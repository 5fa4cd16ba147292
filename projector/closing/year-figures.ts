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
async function digest(client: pg.ClientBase, sql: string, ...values: string[]): Promise<string> {
  const { rows } = await client.query<Values>({ text: sql, values, rowMode: 'array' });
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${row.join('\t')}\n`);
  return hash.digest('hex');
}

export async function yearDigests(client: pg.ClientBase, schema: string, to: string): Promise<Digests> {
  const of = (sql: string) => digest(client, sql.replaceAll('{s}', schema), to);
  return { trial_balance: await of(TRIAL_BALANCE), stock: await of(STOCK), subledgers: await of(SUBLEDGERS) };
}

export interface Closed {
  /** The year's last day. */
  readonly to: string;
  /** The end of the log when the year was closed. */
  readonly position: string;
  /** Stream of the close, whose own entry is not among its balances. */
  readonly close: string;
}

/**
 * Earlier versions took opening balances on the day before the first year although that day was in a closed year; they
 * are told apart.
 */
const OPENED_LATER = `document_kind = 'opening_balance' and position > $2`;
const CLOSED = (line: string, keys: string, sums: readonly (readonly [column: string, name: string])[], where = '') => `
  select ${keys}, ${sums.map(([column, name]) => `trim_scale(sum(${column}))::text as ${name}`).join(', ')}
  from {s}.${line} where effective_date <= $1 and not (${OPENED_LATER}) ${where} group by ${keys}
  having ${sums.map(([column]) => `sum(${column}) <> 0`).join(' or ')} order by ${keys}`;
const AMOUNTS = [
  ['base', 'base'],
  ['foreign_amount', 'foreign_amount'],
] as const;
const STOCK_NOW = CLOSED('stock_line', 'item_fk, inventory_fk', [
  ['quantity', 'quantity'],
  ['value', 'value'],
]);
const SUBLEDGERS_NOW = CLOSED(
  'journal_line',
  'party, account, outlet_fk, currency_fk',
  AMOUNTS,
  'and party is not null',
);
/** The stream is that of a document of this program, so it needs no quoting. */
const BALANCES_NOW = (close: string) =>
  CLOSED('journal_line', 'account, outlet_fk, currency_fk', AMOUNTS, `and document <> '${close}'`);

/** The digests of a closed year as its books are now, without the entry of its close. */
export async function closedDigests(client: pg.ClientBase, schema: string, of: Closed): Promise<Digests> {
  const now = (sql: string) => digest(client, sql.replaceAll('{s}', schema), of.to, of.position);
  return {
    trial_balance: await now(BALANCES_NOW(of.close)),
    stock: await now(STOCK_NOW),
    subledgers: await now(SUBLEDGERS_NOW),
  };
}

/** Opening balances that an earlier version took on days of a year after it was closed. */
export async function openedLater(
  client: pg.ClientBase,
  schema: string,
  { to, position }: Pick<Closed, 'to' | 'position'>,
): Promise<string[]> {
  const { rows } = await client.query<{ document: string }>(
    `select distinct document from ${schema}.journal_line where effective_date <= $1 and ${OPENED_LATER} order by 1`,
    [to, position],
  );
  return rows.map(({ document }) => document);
}

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
