/** Reads totals of the imported outlet from the read models, for the reconciliation. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { money, toMoney } from '../../domain/values/money.ts';
import { quantity, toQuantity } from '../../domain/values/quantity.ts';
import { Interrupted } from './client.ts';
import type { MonthTotals } from './reconcile.ts';

const POLL_MS = 200;

/** Resolves when every read model has reached the position; throws when one has stopped. */
export async function untilProjected(pool: pg.Pool, position: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) throw new Interrupted();
    const { rows } = await pool.query<{ model: string; position: string; status: string; error: string | null }>(
      'select model, position::text, status, error from read.checkpoint',
    );
    const stopped = rows.find((row) => row.status === 'stopped');
    if (stopped) throw new Error(`The read model ${stopped.model} has stopped: ${stopped.error ?? ''}`);
    if (rows.length > 0 && rows.every((row) => BigInt(row.position) >= BigInt(position))) return;
    await sleep(POLL_MS);
  }
}

/**
 * Signs as in the file: sold goods are positive, returns and write-offs negative; fees, which the file has on
 * cancellations, are expenses here. A cancellation with goods and a fee is one invoice.
 */
const TOTALS = `
  with entered as materialized (
    select d.kind, d.id, to_char(d.date, 'YYYY-MM') as month, d.reference_number as invoice,
      case d.kind when 'sale' then d.total when 'sale_return' then -d.total when 'expense' then -d.total else 0 end as value
    from read.document d
    join read.event e on e.kind = d.kind and e.entity_id = d.id and e.revision = 0
    where d.outlet_fk = $1 and d.status in ('complete', 'closed')
      and d.kind in ('sale', 'sale_return', 'expense', 'direct_adjustment')
      and e.command_id = any($2::text[])
  ), counted as materialized (
    select l.kind, l.id, count(*) as lines,
      sum(case l.kind when 'sale_return' then -l.quantity else l.quantity end) as quantity
    from read.document_line l
    where l.outlet_fk = $1
    group by l.kind, l.id
  )
  select e.month, count(distinct e.invoice)::text as invoices,
    count(distinct e.invoice) filter (where e.invoice ilike 'C%')::text as cancellations,
    sum(case e.kind when 'expense' then 1 else c.lines end)::text as lines,
    trim_scale(sum(case e.kind when 'expense' then -1 else c.quantity end))::text as quantity,
    trim_scale(sum(e.value))::text as value
  from entered e left join counted c on c.kind = e.kind and c.id = e.id
  group by e.month order by e.month`;

/** Totals of the outlet's documents that these commands entered. */
export async function bookTotals(pool: pg.Pool, outlet: number, commandIds: readonly string[]): Promise<MonthTotals[]> {
  const { rows } = await pool.query<Record<string, string>>(TOTALS, [outlet, commandIds]);
  return rows.map((row) => ({
    month: row['month'] ?? '',
    lines: Number(row['lines']),
    invoices: Number(row['invoices']),
    cancellations: Number(row['cancellations']),
    quantity: toQuantity(quantity(row['quantity'] ?? '0')),
    value: toMoney(money(row['value'] ?? '0')),
  }));
}

export interface BookChecks {
  readonly what: string;
  readonly detail: string;
  readonly holds: boolean;
}

export async function bookChecks(pool: pg.Pool): Promise<BookChecks[]> {
  const { rows } = await pool.query<{ balance: string; inventory: string; stock: string }>(`
    select trim_scale(coalesce(sum(j.base), 0))::text as balance,
      trim_scale(coalesce(sum(j.base) filter (where a.key = 'inventory'), 0))::text as inventory,
      (select trim_scale(coalesce(sum(value), 0))::text from read.stock_level) as stock
    from read.journal_line j join read.account a on a.account = j.account`);
  const { balance = '', inventory = '', stock = '' } = rows[0] ?? {};
  return [
    { what: 'Trial balance is zero', detail: balance, holds: balance === '0' },
    { what: 'Stock value = inventory accounts', detail: `${stock} = ${inventory}`, holds: stock === inventory },
  ];
}
