/**
 * Compares two builds: the row count and digest of every table, and the totals of every account. Tables of lines are
 * compared up to a position that both builds have reached, other tables only when both builds are at the same position.
 */
import type pg from 'pg';
import { models } from '../models/all.ts';
import { columnsOf, type Table } from '../rows/table.ts';

/** Hints for reading (an upper bound of the last movement, a cached cost); they may differ between correct builds. */
const LEFT_OUT = new Set(['last_effective_at', 'last_cost_by', 'last_cost_quantity', 'last_cost_value']);

/** Differences in words; empty when the builds are equal. `position` is that of the new build. */
export async function compareBuilds(
  client: pg.ClientBase,
  old: string,
  built: string,
  position: bigint,
): Promise<string[]> {
  const differences: string[] = [];
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const model of models) {
      const reached = await reachedBy(client, old, model.name);
      for (const table of model.tables) {
        const upTo = await comparable(table, reached, position);
        if (upTo === undefined) continue;
        const [before, after] = [await digest(client, old, table, upTo), await digest(client, built, table, upTo)];
        if (before !== after) differences.push(`${table.name}: ${before} in ${old}, ${after} in ${built}`);
      }
    }
    const books = await reachedBy(client, old, 'books');
    differences.push(...(await accountTotals(client, old, built, books < position ? books : position)));
    return differences;
  } finally {
    await client.query('rollback');
  }
}

async function reachedBy(client: pg.ClientBase, schema: string, model: string): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>(
    'select position from projection.checkpoint where schema = $1 and model = $2',
    [schema, model],
  );
  return BigInt(rows[0]?.position ?? 0);
}

/** The position up to which a table is comparable; `null` for the whole table, undefined when it is not comparable. */
async function comparable(table: Table, old: bigint, built: bigint): Promise<bigint | null | undefined> {
  if (old === built) return null;
  return table.writes === 'log' ? (old < built ? old : built) : undefined;
}

async function digest(client: pg.ClientBase, schema: string, table: Table, upTo: bigint | null): Promise<string> {
  const columns = columnsOf(table).filter((column) => !LEFT_OUT.has(column));
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' rows ' || coalesce(sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric), 0) as digest
     from ${schema}.${table.name} ${upTo === null ? '' : `where position <= ${upTo}`}`,
  );
  return rows[0]?.digest ?? '';
}

async function accountTotals(client: pg.ClientBase, old: string, built: string, upTo: bigint): Promise<string[]> {
  const totals = (schema: string) =>
    `(select account, sum(base) as base from ${schema}.journal_line where position <= ${upTo} group by account)`;
  const { rows } = await client.query<{ difference: string }>(
    `select format('account %s: %s in ${old}, %s in ${built}', account, o.base, b.base) as difference
     from ${totals(old)} o full join ${totals(built)} b using (account) where o.base is distinct from b.base limit 50`,
  );
  return rows.map(({ difference }) => difference);
}
