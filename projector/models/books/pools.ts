/** Reads and writes pools in their tables: goods and foreign cash differ only in their key columns. */

import { type AccountRef, accountNumber, accountOf, isCarried } from '../../../domain/chart/chart.ts';
import type { CostDelta, PostedMovement } from '../../../domain/costing/movement.ts';
import { NO_SHARES } from '../../../domain/costing/sharing.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import type { Pool } from '../../../domain/entries/entry.ts';
import type { Contra } from '../../../domain/entries/entry-line.ts';
import { defined } from '../../../domain/values/defined.ts';
import { toTime } from '../../../domain/values/effective-date.ts';
import { money, printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Cell, KeyedTable, LogTable, Rows } from '../../rows/table.ts';
import { entityOf, recordedDate } from '../model.ts';
import type { MovementRow } from './movement-row.ts';
import { cashLevel, cashLine, stockLevel, stockLine } from './tables.ts';
import { valuedCells, valuedFrom } from './valued.ts';

export interface PoolTable {
  readonly kind: Pool['kind'];
  readonly lines: LogTable;
  readonly levels: KeyedTable;
  /** The two columns of the pool's key. */
  readonly key: readonly [string, string];
}

export const POOL_TABLES: readonly PoolTable[] = [
  { kind: 'stock', lines: stockLine, levels: stockLevel, key: ['item_fk', 'inventory_fk'] },
  { kind: 'cash', lines: cashLine, levels: cashLevel, key: ['account', 'currency_fk'] },
];

export function keyCells(pool: Pool): [number, number] {
  return pool.kind === 'stock' ? [pool.item, pool.inventory] : [accountNumber(pool.account), pool.currency];
}

export function poolOf(kind: Pool['kind'], first: number, second: number, outlet: number): Pool {
  if (kind === 'stock') return { kind, item: first, inventory: second };
  const account = accountOf(first);
  if (!account) throw new Error(`no account ${first}`);
  const pool = { kind, account, currency: second };
  return isCarried(account) ? { ...pool, outlet } : pool;
}

/**
 * Unreversed movements. `lines` selects the lines `l` of whole movements: the first line describes the movement, later
 * lines change its value or the quantity of a count. Lines found by an index are read twice instead of being
 * materialised, because they are wide and may be very many.
 */
export function movementsSql({ key, kind }: PoolTable, lines: string, found: 'by index' | 'with effort'): string {
  const place = `${key[0]}, ${key[1]}, effective_at, move_position, move_line`;
  return `with l as ${found === 'by index' ? 'not materialized' : 'materialized'} (select l.* from ${lines})
    select m.${key[0]} as first, m.${key[1]} as second, m.effective_at::text as effective, m.move_position, m.move_line,
      m.document, m.outlet_fk, m.base_currency_fk, m.valued, m.posted, m.unit_cost, m.like_document, m.like_line, m.contra,
      m.contra_outlet_fk, m.contra_through, m.like_after, m.counted, m.inputs, m.variance_to,
      ${kind === 'stock' ? 'm.undelivered' : 'null'} as undelivered,
      (m.quantity + coalesce(d.quantity, 0))::text as quantity, (m.value + coalesce(d.value, 0))::text as value,
      (m.variance + coalesce(d.variance, 0))::text as variance
    from l m
    left join (
      select ${place}, sum(quantity) as quantity, sum(value) as value, sum(variance) as variance, bool_or(kind = 'reversal') as is_removed
      from l where kind in ('restatement', 'reversal') group by ${place}
    ) d using (${place})
    where m.kind = 'movement' and d.is_removed is not true`;
}

export function movementFrom(kind: Pool['kind'], row: MovementRow): PostedMovement {
  const pool = poolOf(kind, row.first, row.second, row.outlet_fk);
  return {
    pool,
    effective: toTime(row.effective.replace(' ', 'T')),
    position: BigInt(row.move_position),
    line: Number(row.move_line),
    document: row.document,
    quantity: quantity(row.quantity),
    valued: valuedFrom(row),
    posted: money(row.posted),
    contra: contraFrom(row),
    ...(row.variance_to === null ? {} : { varianceTo: knownAccount(row.variance_to) }),
    outlet: row.outlet_fk,
    ...undeliveredFrom(row),
    baseCurrency: row.base_currency_fk,
    value: money(row.value),
    variance: money(row.variance),
    shares: NO_SHARES,
  };
}

function undeliveredFrom({ undelivered }: MovementRow): Pick<PostedMovement, 'undelivered'> {
  const count = quantity(undelivered ?? '0');
  return count === 0n ? {} : { undelivered: count };
}

function contraFrom({ contra, contra_outlet_fk: outlet, contra_through: through }: MovementRow): Contra {
  const account = knownAccount(contra);
  const between = through === null ? undefined : accountOf(through);
  return outlet === null || !between ? account : { ...account, outlet, through: between.key };
}

function knownAccount(number: number): AccountRef {
  const account = accountOf(number);
  if (!account) throw new Error(`no account ${number}`);
  return account;
}

/**
 * Inserts the line of a cost difference in its pool, and one for each inventory that shares it. Only the movement's
 * first line holds how the movement is valued. `day` is that of the books; the moment stays that of the movement.
 */
export function insertPoolLines(delta: CostDelta, day: string, event: RecordedEvent, rows: Rows): void {
  const { movement: booked, kind, quantity: count, value, variance, shares } = delta;
  const table = defined(POOL_TABLES.find((poolTable) => poolTable.kind === booked.pool.kind));
  const valued = kind === 'movement' ? valuation(booked) : NO_VALUATION;
  if (count !== 0n || value !== 0n || variance !== 0n || kind !== 'restatement') {
    const amounts = [printQuantity(toQuantity(count)), printMoney(value), printMoney(variance)];
    const change = kind === 'restatement' ? 0n : (booked.undelivered ?? 0n) * (kind === 'reversal' ? -1n : 1n);
    rows.insert(table.lines, [
      ...lineHead(booked, booked.pool, day, event),
      kind,
      ...amounts,
      ...lineTail(booked),
      ...valued,
      ...undeliveredCells(table, change),
    ]);
  }
  for (const { inventory, outlet, value: share } of shares) {
    if (booked.pool.kind !== 'stock') break;
    const pool = { ...booked.pool, inventory };
    const amounts = ['0', printMoney(toMoney(share)), '0'];
    const tail = lineTail({ ...booked, outlet });
    const cells = [...amounts, ...tail, ...NO_VALUATION, ...undeliveredCells(table, 0n)];
    rows.insert(table.lines, [...lineHead(booked, pool, day, event), 'share', ...cells]);
  }
}

/** The last cell of a row of goods. */
export const undeliveredCells = ({ kind }: PoolTable, count: bigint): Cell[] =>
  kind === 'stock' ? [printQuantity(toQuantity(count))] : [];

function lineHead(
  { effective, position, line }: PostedMovement,
  pool: Pool,
  day: string,
  event: RecordedEvent,
): Cell[] {
  return [...keyCells(pool), day, effective, position, line, event.position, recordedDate(event), event.recordedAt];
}

function lineTail({ outlet, document, baseCurrency }: PostedMovement): Cell[] {
  const { kind, id } = entityOf(document);
  return [outlet, document, kind, id, baseCurrency];
}

const NO_VALUATION: readonly Cell[] = Array.from({ length: 12 }, () => null);

function valuation(booked: PostedMovement): Cell[] {
  const { posted, varianceTo, contra } = booked;
  const { outlet = null, through, ...account } = contra;
  const between = through === undefined ? null : accountNumber({ key: through });
  return [
    ...valuedCells(booked),
    printMoney(posted),
    accountNumber(account),
    outlet,
    between,
    varianceTo ? accountNumber(varianceTo) : null,
  ];
}
