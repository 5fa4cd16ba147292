/**
 * Revenue and cost of items, from the ledger lines that name them: sales, returns and discounts, the cost of goods sold
 * and of bonus goods. Quantities are those of the stock ledger's movements with that cost; a service has none.
 */
import { type RawBuilder, sql } from 'kysely';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { NOT_CLOSING } from './running.ts';

const codes = (...keys: (keyof typeof SYSTEM_ACCOUNTS)[]): readonly number[] =>
  keys.map((key) => SYSTEM_ACCOUNTS[key].code);
export const SALES = codes('sales');
export const RETURNS = codes('sales-returns');
export const DISCOUNTS = codes('sales-discounts');
export const REVENUE = [...SALES, ...RETURNS, ...DISCOUNTS];
export const COST = codes('cost-of-goods-sold', 'promotion-cost');
export const TAX = codes('output-tax');

/**
 * Lines `j` of sales on these accounts. The closes of years are left out. Of output tax, only the lines of sold and
 * returned items count: payments of tax, opening balances and journals post to that account without an item.
 */
export const ofSales = (accounts: readonly number[]): Condition => sql`(j.account = any(${[...accounts]}::int[])
  and ${NOT_CLOSING} and (j.item_fk is not null or j.account <> all(${[...TAX]}::int[])))`;

/** Sums of lines `j`; income is positive as it is earned, cost as it is spent. */
export const earned = (accounts: readonly number[]): RawBuilder<string> =>
  sql`coalesce(-sum(j.base) filter (where j.account = any(${[...accounts]}::int[])), 0)`;
export const spent = (accounts: readonly number[]): RawBuilder<string> =>
  sql`coalesce(sum(j.base) filter (where j.account = any(${[...accounts]}::int[])), 0)`;

export interface ItemSales {
  /** Null for lines without an item: a discount on a payment. */
  readonly item_fk: number | null;
  readonly item_name: string | null;
  readonly item_code: string | null;
  readonly quantity: string;
  readonly gross: string;
  readonly returns: string;
  readonly discounts: string;
  /** Net of returns and discounts, without tax. */
  readonly revenue: string;
  readonly cost: string;
  readonly documents: number;
}

/** Conditions `times` and `where` are on columns of `j`, which the journal and the stock ledger share. */
export async function itemSales(
  snapshot: Snapshot,
  times: readonly Condition[],
  where: readonly Condition[],
): Promise<ItemSales[]> {
  const { rows } = await sql<ItemSales>`
    with money as (
      select j.item_fk, ${earned(SALES)} as gross, ${spent(RETURNS)} as returns, ${spent(DISCOUNTS)} as discounts,
        ${earned(REVENUE)} as revenue, ${spent(COST)} as cost
      from read.journal_line j ${whereAll([ofSales([...REVENUE, ...COST]), ...times, ...where])} group by j.item_fk
    ), goods as (
      select m.item_fk, -sum(m.quantity) as quantity from (${movedForSale([...times, ...where])}) m group by m.item_fk
    ), documents as (
      select d.item_fk, count(*)::int as documents from (
        select j.item_fk, j.document from read.journal_line j
        ${whereAll([ofSales(SALES), ...times, ...where])}
        group by 1, 2 having sum(j.base) <> 0
      ) d group by 1
    )
    select m.*, coalesce(g.quantity, 0) as quantity, coalesce(d.documents, 0) as documents, ${shownName('i')} as item_name,
      i.data ->> 'item_code' as item_code
    from money m
    left join goods g on g.item_fk = m.item_fk
    left join documents d on d.item_fk is not distinct from m.item_fk
    left join read.record i on i.kind = 'item' and i.id = m.item_fk
    where (m.gross, m.returns, m.discounts, m.cost) <> (0, 0, 0, 0) or coalesce(g.quantity, 0) <> 0
    order by m.item_fk`.execute(snapshot);
  return rows;
}

const isSold = (alias: string): Condition => sql`${sql.ref(`${alias}.contra`)} = any(${[...COST]}::int[])`;

/** Movements that meet a condition, and their reversals: only the movement itself names its cost and its valuation. */
const isMoved = (meets: (alias: string) => Condition): Condition => sql`(j.kind = 'movement' and ${meets('j')}
  or j.kind = 'reversal' and exists (
  select from read.stock_line o where o.item_fk = j.item_fk and o.inventory_fk = j.inventory_fk
    and o.effective_at = j.effective_at and o.move_position = j.move_position and o.move_line = j.move_line
    and o.kind = 'movement' and ${meets('o')}))`;

/** Movements whose cost is that of a sale. */
export const isMovedForSale: Condition = isMoved(isSold);

const IN_PRODUCTION = codes('in-production');
/** Movements of goods that were sold, or made into other goods. */
export const isUsed: Condition = isMoved(
  (alias) => sql`${sql.ref(`${alias}.contra`)} = any(${[...COST, ...IN_PRODUCTION]}::int[])`,
);

/** Movements of goods that somebody moved; a count finds them moved. */
export const isNoCount: Condition = isMoved((alias) => sql`${sql.ref(`${alias}.valued`)} <> 'count'`);

export const movedForSale = (conditions: readonly Condition[]): RawBuilder<unknown> => sql`
  select j.item_fk, j.document, j.quantity from read.stock_line j ${whereAll([isMovedForSale, ...conditions])}`;

/** Percent of the revenue, with two decimals; null without revenue. */
export function marginOf(profit: bigint, revenue: bigint): string | null {
  if (revenue === 0n) return null;
  const basisPoints = divideRounded(profit * 10_000n, revenue);
  return printMoney(toMoney(basisPoints * 100n));
}

export const profitOf = ({ revenue, cost }: Pick<ItemSales, 'revenue' | 'cost'>): bigint =>
  money(revenue) - money(cost);
