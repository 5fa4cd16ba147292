/**
 * The figures of a salesman's sales, delivered online orders and returns that the last commission did not include, by
 * document: posted lines up to the last day of the period, less the lines that the last commission counted. A line
 * belongs to the salesman of its own event, so that a sale that changes its salesman is reversed for one and counted
 * for the other.
 */

import type { Pool } from 'pg';
import { SYSTEM_ACCOUNTS } from '../../../domain/chart/chart.ts';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import type { CommissionQueryResult } from '../../../domain/sales/commission/salesman-commission-rules.ts';
import type { EventStore } from '../../../event-store/port.ts';
import { COMMISSION_SOURCES, type CommissionRow } from '../../read-models/commission-sources.ts';
import { askCurrent, ModelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { isNotBuilt } from '../../read-models/named-query.ts';

const codes = (...keys: (keyof typeof SYSTEM_ACCOUNTS)[]) => keys.map((key) => SYSTEM_ACCOUNTS[key].code);
const SALES = codes('sales', 'sales-returns');
const DISCOUNTS = codes('sales-discounts');
const COST = codes('cost-of-goods-sold', 'promotion-cost');

type Asked = Extract<ReadModelQuery, { of: 'commission' }>;

/**
 * Undefined while there are no read models or they are behind: the event would permanently store incomplete figures.
 */
export async function commissionQuery(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { salesman, outlet, to }: Asked,
): Promise<CommissionQueryResult | undefined> {
  try {
    const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
    if (!at) return undefined;
    return queryResultOf(await askCurrent(pool, COMMISSION_SOURCES, at, salesman, outlet, to, SALES, DISCOUNTS, COST));
  } catch (error) {
    if (isNotBuilt(error)) return undefined;
    throw error;
  }
}

/** There is always a row with the position, even when no document counts. */
function queryResultOf(rows: readonly CommissionRow[]): CommissionQueryResult | undefined {
  const [first] = rows;
  if (!first || first.position === null) return undefined;
  return {
    position: first.position,
    previous: first.previous === null ? null : { id: first.previous, to_date: String(first.previous_to) },
    sources: rows
      .filter((row) => row.source !== null)
      .map(({ source, month, sales, discounts, cost }) => ({
        source,
        sales,
        discounts,
        cost,
        ...(month === undefined ? {} : { month }),
      })),
    earlier: first.earlier ?? [],
  };
}
