/**
 * `GET financial_reports/balance_sheet`: assets, liabilities and equity as at a day, as known at a moment. The result
 * that is not yet closed is a line of equity; the answer states the difference of assets to liabilities and equity,
 * which is zero.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances } from '../books/account-balances.ts';
import { readChart } from '../books/chart.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { mustSeeCost } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { betweenOutletsShown, isOfOutlets } from './between-outlets.ts';
import { columnsOf, FigureColumn, FigureRow, Figures, minus, plus, StatementRows } from './figures.ts';
import { type BalanceSection, balanceSection } from './sections.ts';
import { outletConditions } from './trial-balance.ts';

const BalanceSheet = Type.Object({
  position: Type.String(),
  /** First day of the financial year of the balance sheet. */
  year_start: Type.Union([Type.String(), Type.Null()]),
  columns: Type.Array(FigureColumn),
  rows: Type.Array(FigureRow),
  totals: Type.Object({
    assets: Type.String(),
    liabilities: Type.String(),
    equity: Type.String(),
    /** Assets less liabilities and equity; for outlets with common books, the balance between them. */
    difference: Type.String(),
  }),
});

export const balanceSheetRoute = declareRead({
  url: '/financial_reports/balance_sheet',
  permission: 'financial_reports/balance_sheet',
  reads: ['books', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    by: Type.Optional(Type.Enum(['outlet'])),
  }),
  answer: BalanceSheet,
  operationId: 'balanceSheet',
  tag: 'reports',
  summary: 'Assets, liabilities and equity as at a day',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => balanceSheet(snapshot, person, query)),
});

export async function balanceSheet(
  snapshot: Snapshot,
  person: Person,
  query: Readonly<Record<string, string | undefined>>,
) {
  mustSeeCost(person);
  const asAt = query['as_at'];
  const known = await readKnownAt(snapshot, query['known_at']);
  const by = query['by'] === 'outlet' ? ('outlet' as const) : undefined;
  const where = [
    ...outletConditions(person, query['outlet_fk']),
    ...(await betweenOutletsShown(snapshot, person, query)),
  ];
  const requested = { asAt, known, where, by };
  const yearStart = await yearStartOf(snapshot, asAt);
  const all = await accountBalances(snapshot, requested);
  const ofYear = yearStart === undefined ? all : await accountBalances(snapshot, { ...requested, from: yearStart });
  const chart = await readChart(snapshot);
  const accounts = chart.inOrder.filter((account) => !account.is_heading);
  const [figures, year] = [new Figures(all), new Figures(ofYear)];
  const columns = await columnsOf(snapshot, by, figures.parts, query);
  const rows = new StatementRows(chart, columns);
  const sheet = accounts.filter((account) => account.statement === 'balance_sheet');
  const sections = Map.groupBy(sheet, (account) => balanceSection(chart, account));
  const of = (name: BalanceSection) => sections.get(name) ?? [];
  const income = accounts.filter(({ statement }) => statement === 'income').map(({ account }) => account);
  const result = columns.map(({ part }) => -figures.of(income, part));
  const current = columns.map(({ part }) => -year.of(income, part));

  const assets = rows.section('assets', of('assets'), figures, 1n);
  const liabilities = rows.section('liabilities', of('liabilities'), figures, -1n);
  const baseAmount = rows.section('equity', of('equity'), figures, -1n, [
    { name: 'result_of_earlier_years', amounts: minus(result, current) },
    { name: 'result_of_year', amounts: current },
  ]);
  rows.total('liabilities_and_equity', plus(liabilities, baseAmount), ['total_liabilities', 'total_equity']);
  const difference = minus(assets, plus(liabilities, baseAmount));
  // Outlets with common books do not balance alone: the balance between them has no row.
  const name = isOfOutlets(person, query) ? 'between_outlets' : 'difference';
  // Both sides use the same rounding because they are parts of the difference, whether it is shown or not.
  rows.total(name, difference, ['total_assets'], ['liabilities_and_equity']);
  if (difference.every((amount) => amount === 0n)) rows.rows.pop();
  const whole = (amounts: readonly bigint[]) => printMoney(toMoney(amounts.at(-1) ?? 0n));
  return {
    position: await shownPosition(snapshot, known),
    year_start: yearStart ?? null,
    columns,
    rows: rows.rows,
    totals: {
      assets: whole(assets),
      liabilities: whole(liabilities),
      equity: whole(baseAmount),
      difference: whole(difference),
    },
  };
}

/** The financial year of the day, or the last one before it; without a day, the current year. */
export async function yearStartOf(snapshot: Snapshot, asAt: string | undefined): Promise<string | undefined> {
  const day = asAt ?? (await shopToday(snapshot));
  const { rows } = await sql<{ start: string | null }>`
    select max(data ->> 'start_date') as start from read.record
    where kind = 'financial_year' and active and data ->> 'start_date' <= ${day}`.execute(snapshot);
  return rows[0]?.start ?? undefined;
}
