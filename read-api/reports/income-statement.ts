/**
 * `GET financial_reports/income_statement`: income and expenses of a period, as known at a moment: revenue less cost of
 * sales is the gross profit, with other income and operating expenses the operating result, with exchange differences
 * the net result. Closing entries are excluded by their kind, not by their date.
 */
import { Type } from 'typebox';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances } from '../books/account-balances.ts';
import { readChart } from '../books/chart.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { mustSeeCost } from '../http/scope.ts';
import { betweenOutletsShown } from './between-outlets.ts';
import { columnsOf, FigureColumn, FigureRow, Figures, minus, plus, StatementRows } from './figures.ts';
import { type IncomeSection, incomeSection } from './sections.ts';
import { outletConditions } from './trial-balance.ts';

const IncomeStatement = Type.Object({
  position: Type.String(),
  columns: Type.Array(FigureColumn),
  rows: Type.Array(FigureRow),
  /** For the whole period, all columns together. */
  totals: Type.Object({
    revenue: Type.String(),
    cost_of_sales: Type.String(),
    gross_profit: Type.String(),
    operating_result: Type.String(),
    net_result: Type.String(),
  }),
});

export const incomeStatementRoute = declareRead({
  url: '/financial_reports/income_statement',
  permission: 'financial_reports/income_statement',
  reads: ['books', 'events', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    by: Type.Optional(Type.Enum(['month', 'outlet'])),
  }),
  answer: IncomeStatement,
  operationId: 'incomeStatement',
  tag: 'reports',
  summary: 'What was earned and spent in a period',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => incomeStatement(snapshot, person, query)),
});

export async function incomeStatement(
  snapshot: Snapshot,
  person: Person,
  query: Readonly<Record<string, string | undefined>>,
) {
  mustSeeCost(person);
  const known = await readKnownAt(snapshot, query['known_at']);
  const by = query['by'] === 'outlet' || query['by'] === 'month' ? query['by'] : undefined;
  const balances = await accountBalances(snapshot, {
    from: query['from'],
    asAt: query['as_at'],
    known,
    where: [...outletConditions(person, query['outlet_fk']), ...(await betweenOutletsShown(snapshot, person, query))],
    withoutClosing: true,
    by,
  });
  const chart = await readChart(snapshot);
  const income = chart.inOrder.filter((account) => account.statement === 'income' && !account.is_heading);
  const numbers = new Set(income.map((account) => account.account));
  const figures = new Figures(balances.filter(({ account }) => numbers.has(account)));
  const columns = await columnsOf(snapshot, by, figures.parts, query);
  const rows = new StatementRows(chart, columns);
  const sections = Map.groupBy(income, (account) => incomeSection(chart, account));
  const section = (name: IncomeSection, sign: 1n | -1n) =>
    rows.sectionIfAny(name, sections.get(name) ?? [], figures, sign);

  const revenue = section('revenue', -1n);
  const cost = section('cost_of_sales', 1n);
  const gross = minus(revenue, cost);
  rows.total('gross_profit', gross, ['total_revenue'], ['total_cost_of_sales']);
  const other = section('other_income', -1n);
  const operating = minus(plus(gross, other), section('operating_expenses', 1n));
  rows.total('operating_result', operating, ['gross_profit', 'total_other_income'], ['total_operating_expenses']);
  const net = plus(operating, section('exchange', -1n));
  rows.total('net_result', net, ['operating_result', 'total_exchange']);
  const whole = (amounts: readonly bigint[]) => printMoney(toMoney(amounts.at(-1) ?? 0n));
  return {
    position: await shownPosition(snapshot, known),
    columns,
    rows: rows.rows,
    totals: {
      revenue: whole(revenue),
      cost_of_sales: whole(cost),
      gross_profit: whole(gross),
      operating_result: whole(operating),
      net_result: whole(net),
    },
  };
}
