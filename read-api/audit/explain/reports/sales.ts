/** Figures of sales: of a row of the sales report, and of an item; profits, margins, numbers of documents. */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { forbidden } from '../../../../identity/guard.ts';
import { seesCost } from '../../../http/scope.ts';
import { whereAll } from '../../../lists/list.ts';
import type { Condition } from '../../../lists/list-source.ts';
import {
  COST,
  DISCOUNTS,
  isMovedForSale,
  marginOf,
  ofSales,
  RETURNS,
  REVENUE,
  SALES,
  TAX,
} from '../../../reports/item-sales.ts';
import { itemsProfitRoutes } from '../../../reports/items-profit.ts';
import { inTimes } from '../../../reports/running.ts';
import { ALL_OF_SALES, DELIVERY, HAS_FIGURE, SALES_LINES, salesRoute } from '../../../reports/sales.ts';
import { groupOf, isOfGroup, narrowed } from '../../../reports/sales-groups.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
import { type ExplainedReport, type FigureQuery, type Made, NONE, type OfLines, ofLines } from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';

const COLUMNS = ['gross', 'returns', 'discounts', 'revenue', 'cost', 'profit', 'quantity', 'documents'] as const;
const item_fk = Type.Optional(Type.String({ pattern: `^(${NONE}|[1-9]\\d{0,8})$` }));

export const salesExplained: readonly ExplainedReport[] = [
  {
    route: salesRoute,
    names: {
      /** The `key` of the row; default all. */
      key: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' })),
      item_fk,
      of: Type.Enum([...COLUMNS, 'delivery', 'tax', 'total', 'margin']),
    },
    make: salesFigure,
  },
  ...itemsProfitRoutes.map((route) => ({
    route,
    names: { item_fk, of: Type.Enum([...COLUMNS, 'margin']) },
    make: itemFigure,
  })),
];

const CREDIT = sql`-j.base`;
const DEBIT = sql`j.base`;
/** The accounts of each column, and its positive side. */
const SUMS: Readonly<Record<string, readonly [readonly number[], RawBuilder<unknown>]>> = {
  gross: [SALES, CREDIT],
  returns: [RETURNS, DEBIT],
  discounts: [DISCOUNTS, DEBIT],
  revenue: [REVENUE, CREDIT],
  delivery: [DELIVERY, CREDIT],
  tax: [TAX, CREDIT],
  total: [ALL_OF_SALES, CREDIT],
  cost: [COST, DEBIT],
  profit: [[...REVENUE, ...COST], CREDIT],
};

interface Sold {
  readonly asked: FigureQuery;
  /** Conditions on columns of `j`, which the journal and the stock ledger share. */
  readonly where: readonly Condition[];
  readonly by: OfLines['by'];
}

function sumOfLines({ asked, where, by }: Sold, of: string): OfLines {
  const [accounts, amount] = SUMS[of] ?? [];
  if (!accounts || !amount) throw notAFigure();
  if ((of === 'cost' || of === 'profit') && !seesCost(asked.person)) throw forbidden('items/show_cost');
  return ofLines('journal', 'base', amount, { where: [ofSales(accounts), ...where], by });
}

const soldGoods = ({ where }: Sold, more: readonly Condition[]): OfLines =>
  ofLines('stock', 'quantity', sql`-j.quantity`, {
    where: [isMovedForSale, ...where, ...more],
    by: ['item', 'document', 'month'],
  });

const ofItem = (item: string | undefined): Condition[] => {
  if (item === undefined) return [];
  return [item === NONE ? sql`j.item_fk is null` : sql`j.item_fk = ${Number(item)}`];
};

const linesAsked = ({ person, known, figure }: FigureQuery): Condition[] => [
  ...inTimes(figure['from'], figure['as_at'], known),
  ...outletConditions(person, figure['outlet_fk'], sql`j.outlet_fk`),
];

/** Lines of the documents whose own lines have such sums. */
const inDocuments = (lines: readonly Condition[], having: RawBuilder<unknown>): Condition => sql`j.document in (
  select j.document from read.journal_line j ${whereAll(lines)} group by 1 having ${having})`;

function salesFigure(requested: FigureQuery): Made {
  const { figure } = requested;
  const { of = '', key, item_fk: item } = figure;
  const group = groupOf(figure['group']);
  if (of === 'quantity' && (group !== 'invoice' || key === undefined || item === undefined)) throw notAFigure();
  const where = [
    ...linesAsked(requested),
    ...narrowed(item === NONE ? { ...figure, item_fk: '' } : figure),
    ...(key === undefined ? [] : [isOfGroup(group, key === NONE ? '' : key)]),
  ];
  if (of === 'margin') return marginFigure(requested);
  const sold: Sold = { asked: requested, where, by: ['account', 'document', 'month'] };
  if (of === 'quantity') return soldGoods(sold, []);
  if (of !== 'documents') return sumOfLines(sold, of);
  const lines = [SALES_LINES, ...where];
  const counted = ofLines('journal', 'base', CREDIT, {
    where: [...lines, inDocuments(lines, HAS_FIGURE)],
    by: ['document'],
  });
  return { is: 'documents', unit: 'count', of: counted, each: { ...figure, of: 'total' } };
}

function marginFigure({ person, figure }: FigureQuery): Made {
  if (!seesCost(person)) throw forbidden('items/show_cost');
  return {
    is: 'quotient',
    unit: 'percent',
    dividend: { ...figure, of: 'profit' },
    divisor: { ...figure, of: 'revenue' },
    divide: marginOf,
  };
}

function itemFigure(requested: FigureQuery): Made {
  const { figure } = requested;
  const { of = '', item_fk: item } = figure;
  const lines = linesAsked(requested);
  const sold: Sold = {
    asked: requested,
    where: [...lines, ...ofItem(item)],
    by: ['item', 'account', 'document', 'month'],
  };
  if (of === 'margin') return marginFigure(requested);
  if (of === 'quantity') {
    // Only items with revenue or cost have a row.
    const rows = sql`select j.item_fk from read.journal_line j ${whereAll([ofSales([...REVENUE, ...COST]), ...lines])}`;
    return soldGoods(sold, [sql`j.item_fk in (${rows})`]);
  }
  if (of !== 'documents') return sumOfLines(sold, of);
  if (item === undefined) throw notAFigure();
  const gross = sumOfLines(sold, 'gross');
  const documents = { ...gross, where: [...gross.where, inDocuments(gross.where, sql`sum(j.base) <> 0`)] };
  return { is: 'documents', unit: 'count', of: documents, each: { ...figure, of: 'gross' } };
}
