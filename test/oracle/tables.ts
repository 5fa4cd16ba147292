/** Reads the read models in the shape of the oracle: sums of rows up to an effective time and a position. */
import type { Projection } from '../projector/projection.ts';
import type { Books } from './books.ts';

const NAME = `case when a.record_id is null then a.key else a.key || ' ' || a.record_id end`;

export async function tablesAt(projection: Projection, at: string, known: bigint): Promise<Books> {
  const sums = async (sql: string, scale: number) => {
    const rows = await projection.rows<{ key: string; a: string; b: string }>(
      `select key, (sum(a) * ${scale})::numeric(40, 0)::text as a, (sum(b) * 10000)::numeric(40, 0)::text as b
       from (${sql}) each where effective_at <= $1 and position <= $2
       group by key having sum(a) <> 0 or sum(b) <> 0`,
      [at, String(known)],
    );
    return Object.fromEntries(rows.map(({ key, a, b }) => [key, `${a} ${b}`]));
  };
  return {
    ledger: await sums(
      `select ${NAME} || ', ' || l.outlet_fk || ', ' || l.currency_fk as key, foreign_amount as a, base as b, effective_at, position
       from read.journal_line l join read.account a using (account)`,
      10_000,
    ),
    stock: await sums(
      `select item_fk || ' ' || inventory_fk as key, quantity as a, value as b, effective_at, position from read.stock_line`,
      1_000_000,
    ),
    undelivered: await sums(
      `select item_fk || ' ' || inventory_fk as key, undelivered as a, 0 as b, effective_at, position from read.stock_line`,
      1_000_000,
    ),
    parties: await sums(
      `select party || ' ' || currency_fk as key, foreign_amount as a, base as b, effective_at, position
       from read.journal_line where party ~ '^(customer|supplier)-' or account = 1240`,
      10_000,
    ),
  };
}

/** Returns a function that returns the name of an account by its number. */
export async function accountNames(projection: Projection): Promise<(account: number) => string> {
  const rows = await projection.rows<{ account: number; name: string }>(
    `select a.account, ${NAME} as name from read.account a`,
  );
  const names = new Map(rows.map(({ account, name }) => [account, name]));
  return (account) => names.get(account) ?? `no account ${account}`;
}
