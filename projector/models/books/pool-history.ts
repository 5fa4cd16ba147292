/** Reads the levels of pools of a book, and their movements from a moment on. */
import { bookKey } from '../../../domain/costing/cost-book.ts';
import type { PostedMovement } from '../../../domain/costing/movement.ts';
import type { Part } from '../../../domain/costing/parts.ts';
import type { LastCost } from '../../../domain/costing/pool-book.ts';
import type { CostRules } from '../../../domain/costing/rules.ts';
import type { Share } from '../../../domain/costing/share.ts';
import { type EffectiveTime, toTime } from '../../../domain/values/effective-date.ts';
import { money } from '../../../domain/values/money.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Reader } from '../model.ts';
import type { MovementRow } from './movement-row.ts';
import { movementFrom, movementsSql, type PoolTable, poolOf } from './pools.ts';

/** The two numbers that identify a pool; the second is null for an item in all of its inventories. */
export interface Asked {
  readonly first: number;
  readonly second: number | null;
}

interface Level {
  readonly parts: readonly Part[];
  readonly last: EffectiveTime;
  readonly lastCost: LastCost | undefined;
}

interface LevelRow {
  readonly first: number;
  readonly second: number;
  readonly quantity: string;
  readonly value: string;
  readonly last: string;
  readonly outlet: number;
  readonly last_cost_by: LastCost['by'] | null;
  readonly last_cost_quantity: string | null;
  readonly last_cost_value: string | null;
  /** Only of goods. */
  readonly undelivered: string | null;
}

/** Keyed by the key of the book. */
export async function readLevels(
  reader: Reader,
  { kind, levels, lines, key }: PoolTable,
  requested: readonly Asked[],
  grouping: CostRules,
): Promise<ReadonlyMap<string, Level>> {
  const [first, second] = key;
  const { schema } = reader;
  const rows = await reader.query<LevelRow>(
    `select l.${first} as first, l.${second} as second, l.quantity, l.value, l.last_effective_at::text as last,
       l.last_cost_by, l.last_cost_quantity, l.last_cost_value, ${kind === 'stock' ? 'l.undelivered' : 'null'} as undelivered,
       case when n.second is not null then 0 else (
         select s.outlet_fk from ${schema}.${lines.name} s where s.${first} = l.${first} and s.${second} = l.${second} limit 1
       ) end as outlet
     from unnest($1::int[], $2::int[]) n (first, second)
     join ${schema}.${levels.name} l on l.${first} = n.first and (n.second is null or l.${second} = n.second)
     order by 1, 2`,
    [requested.map((value) => value.first), requested.map((value) => value.second)],
  );
  const found = new Map<string, Level>();
  for (const row of rows) {
    const pool = poolOf(kind, row.first, row.second, row.outlet);
    const name = bookKey(pool, grouping);
    const known = found.get(name);
    const undelivered = quantity(row.undelivered ?? '0');
    const held = { quantity: quantity(row.quantity), value: money(row.value) };
    const part = { pool, outlet: row.outlet, ...held, ...(undelivered === 0n ? {} : { undelivered }) };
    const last = toTime(row.last.replace(' ', 'T'));
    found.set(name, {
      parts: [...(known?.parts ?? []), part],
      last: known && known.last > last ? known.last : last,
      lastCost: known ? undefined : lastCostFrom(row),
    });
  }
  return found;
}

function lastCostFrom({ last_cost_by: by, last_cost_quantity, last_cost_value }: LevelRow): LastCost | undefined {
  if (by === null) return undefined;
  if (by === 'nothing' || last_cost_quantity === null || last_cost_value === null) return { by: 'nothing' };
  return { by, quantity: quantity(last_cost_quantity), value: money(last_cost_value) };
}

/** Keyed by the key of the book. */
export async function readMovements(
  reader: Reader,
  table: PoolTable,
  requested: readonly (Asked & { readonly from: EffectiveTime })[],
  grouping: CostRules,
): Promise<ReadonlyMap<string, readonly PostedMovement[]>> {
  const movements = new Map<string, PostedMovement[]>();
  // One inventory, or all: two statements, because each uses its own index columns.
  for (const among of [
    requested.filter(({ second }) => second !== null),
    requested.filter(({ second }) => second === null),
  ]) {
    if (among.length === 0) continue;
    const shares = among[0]?.second === null ? await readShares(reader, table, among) : new Map();
    for (const row of await reader.query<MovementRow>(
      movementsSql(table, linesOf(reader, table, among), 'by index'),
      values(among),
    )) {
      const read = movementFrom(table.kind, row);
      const movement = { ...read, shares: shares.get(placeOf(row)) ?? read.shares };
      const key = bookKey(movement.pool, grouping);
      const known = movements.get(key);
      if (known) known.push(movement);
      else movements.set(key, [movement]);
    }
  }
  return movements;
}

function linesOf({ schema }: Reader, { lines, key }: PoolTable, [one]: readonly Asked[]): string {
  const own = one?.second === null ? '' : `and l.${key[1]} = n.second`;
  return `unnest($1::int[], $2::int[], $3::timestamp[]) n (first, second, since)
    join ${schema}.${lines.name} l on l.${key[0]} = n.first ${own} and l.effective_at >= n.since`;
}

const values = (requested: readonly (Asked & { readonly from: EffectiveTime })[]) => [
  requested.map(({ first }) => first),
  requested.map(({ second }) => second ?? 0),
  requested.map(({ from }) => from),
];

interface ShareRow {
  readonly effective: string;
  readonly move_position: string;
  readonly move_line: string;
  readonly inventory: number;
  readonly outlet: number;
  readonly value: string;
}

const placeOf = ({
  effective,
  move_position,
  move_line,
}: Pick<ShareRow, 'effective' | 'move_position' | 'move_line'>) => `${effective} ${move_position} ${move_line}`;

/** The value changes that each movement caused in other inventories of its item. */
async function readShares(
  reader: Reader,
  table: PoolTable,
  requested: readonly (Asked & { readonly from: EffectiveTime })[],
): Promise<ReadonlyMap<string, readonly Share[]>> {
  const rows = await reader.query<ShareRow>(
    `select l.effective_at::text as effective, l.move_position, l.move_line, l.inventory_fk as inventory,
       l.outlet_fk as outlet, sum(l.value)::text as value
     from ${linesOf(reader, table, requested)} where l.kind = 'share'
     group by 1, 2, 3, 4, 5 having sum(l.value) <> 0 order by 1, 2, 3, 4`,
    values(requested),
  );
  const found = new Map<string, Share[]>();
  for (const row of rows) {
    const share = { inventory: row.inventory, outlet: row.outlet, value: money(row.value) };
    const place = placeOf(row);
    const known = found.get(place);
    if (known) known.push(share);
    else found.set(place, [share]);
  }
  return found;
}
