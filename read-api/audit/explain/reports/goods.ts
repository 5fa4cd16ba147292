/** Figures of goods: quantities on hand and their value, by item, and the balance of their account in the ledger. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { toMoney } from '../../../../domain/values/money.ts';
import { toQuantity } from '../../../../domain/values/quantity.ts';
import { forbidden } from '../../../../identity/guard.ts';
import { shift } from '../../../books/account-balances.ts';
import { IdText } from '../../../http/query.schema.ts';
import { seesCost } from '../../../http/scope.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { searchCondition } from '../../../lists/search.ts';
import { inTimes } from '../../../reports/running.ts';
import { averageCost, inventoryRoute, placeConditions } from '../../../stock/inventory.ts';
import { itemTransactionsRoute } from '../../../stock/item-transactions.ts';
import { inventoryAccounts, stockValuationRoute } from '../../../stock/stock-valuation.ts';
import {
  type ExplainedReport,
  type Figure,
  type FigureQuery,
  type Made,
  type OfLines,
  ofLines,
  sumOf,
} from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';

const LEVELS = ['quantity', 'value', 'average_cost'] as const;
const item_fk = Type.Optional(IdText());

export const goodsExplained: readonly ExplainedReport[] = [
  {
    route: inventoryRoute,
    names: { of: Type.Enum([...LEVELS, 'undelivered']) },
    make: (requested) => levelFigure(requested, inTimes(undefined, requested.figure['as_at'], requested.known)),
  },
  {
    route: itemTransactionsRoute,
    names: {
      of: Type.Enum(['opening', 'closing', 'balance', 'opening_value', 'closing_value', 'balance_value']),
      /** Its position, the posting of its movement, and its line there. */
      line: Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,18}-\\d{1,18}$' })),
    },
    make: transactionsFigure,
  },
  {
    route: stockValuationRoute,
    names: { item_fk, of: Type.Enum([...LEVELS, 'ledger', 'difference']) },
    make: valuationFigure,
  },
];

function goods(requested: FigureQuery, of: 'quantity' | 'undelivered' | 'value', times: readonly Condition[]): OfLines {
  const { person, figure } = requested;
  if (of === 'value' && !seesCost(person)) throw forbidden('items/show_cost');
  const { search } = figure;
  const found = search
    ? [
        sql<boolean>`j.item_fk in (select i.id from read.record i where i.kind = 'item' and ${searchCondition(sql`i.search`, search)})`,
      ]
    : [];
  const isMoney = of === 'value';
  const moved = isMoney ? [] : [sql<boolean>`${sql.ref(`j.${of}`)} <> 0`];
  return ofLines('stock', isMoney ? 'base' : 'quantity', sql.ref(`j.${of}`), {
    where: [...times, ...placeConditions(person, figure), ...found, ...moved],
    by: ['inventory', 'item', 'month'],
  });
}

function levelFigure(requested: FigureQuery, times: readonly Condition[]): Made {
  const { figure, person } = requested;
  const of = figure['of'] ?? '';
  if (of === 'quantity' || of === 'undelivered' || of === 'value') return goods(requested, of, times);
  if (of !== 'average_cost' || figure['item_fk'] === undefined) throw notAFigure();
  if (!seesCost(person)) throw forbidden('items/show_cost');
  const entry = (column: string): Figure => ({ ...figure, of: column });
  return {
    is: 'quotient',
    unit: 'base',
    dividend: entry('value'),
    divisor: entry('quantity'),
    divide: (value, held) => averageCost(toMoney(value), toQuantity(held)),
  };
}

async function valuationFigure(requested: FigureQuery): Promise<Made> {
  const { snapshot, person, known, figure } = requested;
  if (!seesCost(person)) throw forbidden('items/show_cost');
  const { of, inventory_fk: inventory, as_at: asAt } = figure;
  const times = inTimes(undefined, asAt, known);
  if (of === 'difference') {
    return sumOf('base', [1, { ...figure, of: 'value' }], [-1, { ...figure, of: 'ledger' }]);
  }
  if (of !== 'ledger') return levelFigure(requested, times);
  if (figure['item_fk'] !== undefined) throw notAFigure();
  const accounts = (await inventoryAccounts(snapshot, person, inventory)).map(({ account }) => account);
  return ofLines('journal', 'base', sql`j.base`, {
    where: [...times, sql`j.account = any(${accounts}::int[])`],
    by: ['account', 'month'],
    accounts,
  });
}

function transactionsFigure(requested: FigureQuery): Made {
  const { known, figure } = requested;
  const { from, as_at: asAt, of = '', line } = figure;
  const measure = of.endsWith('_value') ? 'value' : 'quantity';
  const at = of.replace('_value', '');
  if ((at === 'balance') !== (line !== undefined)) throw notAFigure();
  if (at === 'opening') {
    const before = from === undefined ? [sql<boolean>`false`] : inTimes(undefined, shift(from, -1), known);
    return goods(requested, measure, before);
  }
  const until = line === undefined ? [] : [untilLine(line)];
  return goods(requested, measure, [...inTimes(undefined, asAt, known), ...until]);
}

/** In the order of the stock ledger. */
function untilLine(line: string): Condition {
  const [position = '', movement = '', number = ''] = line.split('-');
  return sql`(j.effective_at, j.move_position, j.move_line, j.position) <= (
    select o.effective_at, o.move_position, o.move_line, o.position from read.stock_line o
    where o.position = ${position}::bigint and o.move_position = ${movement}::bigint and o.move_line = ${number}::bigint
      and o.item_fk = j.item_fk limit 1)`;
}
