/** Asks of every item in the stock ledger that no piece costs what nobody paid (cost-range.ts). */
import type pg from 'pg';
import { money } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import type { StoredValuation } from '../models/books/movement-row.ts';
import type { Answer } from '../rebuild/invariants.ts';
import { type MovedGoods, outsideOfReceipts } from './cost-range.ts';

/** Items whose movements are read together. */
const AT_ONCE = 200;
const SHOWN = 20;

interface Row {
  readonly item_fk: number;
  readonly move: string;
  readonly at: string;
  readonly inventory_fk: number;
  /** Null where the line is only the share of another inventory's movement. */
  readonly document: string | null;
  readonly valued: StoredValuation | null;
  readonly quantity: string;
  readonly value: string;
  readonly shared: string;
}

export async function checkCosts(client: pg.ClientBase, schema: string): Promise<Answer> {
  const findings: string[] = [];
  for (let last: number | undefined = 0; last !== undefined && findings.length < SHOWN; ) {
    const items: number[] = await itemsAfter(client, schema, last);
    const rows = items.length === 0 ? [] : await readRows(client, schema, items);
    for (const own of Map.groupBy(rows, ({ item_fk }) => item_fk).values()) {
      const finding = outsideOfReceipts(moved(own));
      if (finding !== undefined) findings.push(finding);
    }
    last = items.at(-1);
  }
  return {
    name: 'no piece costs less than the cheapest receipt that it can come from, or more than the dearest',
    remedy: 'cost',
    findings: findings.slice(0, SHOWN),
  };
}

async function itemsAfter(client: pg.ClientBase, schema: string, last: number): Promise<number[]> {
  const { rows } = await client.query<{ item_fk: number }>(
    `select distinct item_fk from ${schema}.stock_level where item_fk > $1 order by 1 limit ${AT_ONCE}`,
    [last],
  );
  return rows.map(({ item_fk }) => item_fk);
}

/** What each movement is now, in each inventory whose value it changes; its own inventory first. */
async function readRows(client: pg.ClientBase, schema: string, items: readonly number[]): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select item_fk, format('%s %s %s', effective_at, move_position, move_line) as move, effective_at::text as at, inventory_fk,
       max(document) filter (where kind = 'movement') as document, max(valued) as valued, sum(quantity)::text as quantity,
       coalesce(sum(value) filter (where kind <> 'share'), 0)::text as value,
       coalesce(sum(value) filter (where kind = 'share'), 0)::text as shared
     from ${schema}.stock_line where item_fk = any ($1)
     group by item_fk, effective_at, move_position, move_line, inventory_fk
     having sum(quantity) <> 0 or sum(value) <> 0 or bool_or(kind = 'movement')
     order by item_fk, effective_at, move_position, move_line, document nulls last`,
    [items],
  );
  return rows;
}

/** The movements of an item; its rows are in the order of effect. One that was taken back is not among them. */
function moved(rows: readonly Row[]): MovedGoods[] {
  return [...Map.groupBy(rows, ({ move }) => move).values()].flatMap((own) => {
    const [first] = own;
    if (!first?.document || !first.valued) return [];
    const shared = own
      .filter(({ shared }) => money(shared) !== 0n)
      .map(({ inventory_fk, shared }) => ({ inventory: inventory_fk, value: money(shared) }));
    const goods = { quantity: quantity(first.quantity), value: money(first.value), shared };
    if (goods.quantity === 0n && goods.value === 0n && shared.length === 0) return [];
    const { item_fk: item, inventory_fk: inventory, at, document, valued } = first;
    return [{ item, inventory, at, document, valued, ...goods }];
  });
}
