/** Figures of the income statement and the balance sheet: accounts and sections, results, and totals. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { shift } from '../../../books/account-balances.ts';
import type { ChartAccount } from '../../../books/chart.ts';
import { mustSeeCost } from '../../../http/scope.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { balanceSheetRoute, yearStartOf } from '../../../reports/balance-sheet.ts';
import { betweenOutletsShown } from '../../../reports/between-outlets.ts';
import { incomeStatementRoute } from '../../../reports/income-statement.ts';
import { inTimes, NOT_CLOSING } from '../../../reports/running.ts';
import { balanceSection, incomeSection } from '../../../reports/sections.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
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

/** Row names as in the answer: an account, `account.goods`, `total.gross_profit`. */
export const ROW = Type.String({ pattern: '^(\\d{1,10}|(account|total)\\.[a-z_-]{1,60})$' });

export const statementsExplained: readonly ExplainedReport[] = [
  { route: incomeStatementRoute, names: { row: ROW }, make: incomeFigure },
  { route: balanceSheetRoute, names: { row: ROW }, make: sheetFigure },
];

/** The accounts of a row: all of its section, or the account with those below it in the same section. */
export function accountsOfRow<Section extends string>(
  { chart, figure }: Pick<FigureQuery, 'chart' | 'figure'>,
  members: readonly ChartAccount[],
  sectionOf: (account: ChartAccount) => Section,
  prefix = '',
): { readonly section: Section; readonly accounts: readonly number[] } | undefined {
  const row = figure['row'] ?? '';
  const named = row.startsWith(`total.total_${prefix}`)
    ? (row.slice(`total.total_${prefix}`.length) as Section)
    : undefined;
  const top = /^\d+$/.test(row) ? members.find(({ account }) => account === Number(row)) : undefined;
  const section = named ?? (top && sectionOf(top));
  if (section === undefined) return undefined;
  const below = new Set(top && chart.subtree(top.account));
  const own = members.filter((member) => sectionOf(member) === section && (!top || below.has(member.account)));
  return { section, accounts: own.map(({ account }) => account) };
}

export const row = (figure: Figure, name: string): Figure => ({ ...figure, row: name });

interface Scope {
  readonly conditions: readonly Condition[];
  /** -1 where credit is positive. */
  readonly sign: 1 | -1;
}

export const linesOn = (accounts: readonly number[], { conditions, sign }: Scope): OfLines =>
  ofLines('journal', 'base', sign === 1 ? sql`j.base` : sql`-j.base`, {
    where: [...conditions, sql`j.account = any(${[...accounts]}::int[])`],
    by: ['account', 'month'],
    accounts,
  });

async function outletsOf({ snapshot, person, figure }: FigureQuery): Promise<Condition[]> {
  return [
    ...outletConditions(person, figure['outlet_fk']),
    ...(await betweenOutletsShown(snapshot, person, { outlet_fk: figure['outlet_fk'], by: figure['by'] })),
  ];
}

const SPENT: ReadonlySet<string> = new Set(['cost_of_sales', 'operating_expenses']);

async function incomeFigure(requested: FigureQuery): Promise<Made> {
  const { person, chart, known, figure } = requested;
  mustSeeCost(person);
  const [gross, operating] = [row(figure, 'total.gross_profit'), row(figure, 'total.operating_result')];
  const total = (section: string) => row(figure, `total.total_${section}`);
  if (figure['row'] === gross['row']) return sumOf('base', [1, total('revenue')], [-1, total('cost_of_sales')]);
  if (figure['row'] === operating['row']) {
    return sumOf('base', [1, gross], [1, total('other_income')], [-1, total('operating_expenses')]);
  }
  if (figure['row'] === 'total.net_result') return sumOf('base', [1, operating], [1, total('exchange')]);
  const income = chart.inOrder.filter((account) => account.statement === 'income' && !account.is_heading);
  const found = accountsOfRow(requested, income, (account) => incomeSection(chart, account));
  if (!found) throw notAFigure();
  const conditions = [...inTimes(figure['from'], figure['as_at'], known), ...(await outletsOf(requested)), NOT_CLOSING];
  return linesOn(found.accounts, { conditions, sign: SPENT.has(found.section) ? 1 : -1 });
}

async function sheetFigure(requested: FigureQuery): Promise<Made> {
  const { snapshot, person, chart, known, figure } = requested;
  mustSeeCost(person);
  const asAt = figure['as_at'];
  const total = (name: string) => row(figure, `total.${name}`);
  if (figure['row'] === 'total.liabilities_and_equity') {
    return sumOf('base', [1, total('total_liabilities')], [1, total('total_equity')]);
  }
  if (figure['row'] === 'total.difference' || figure['row'] === 'total.between_outlets') {
    return sumOf('base', [1, total('total_assets')], [-1, total('liabilities_and_equity')]);
  }
  const accounts = chart.inOrder.filter((account) => !account.is_heading);
  const outlets = await outletsOf(requested);
  const result = RESULTS[figure['row'] ?? ''];
  if (result) {
    const income = accounts.filter(({ statement }) => statement === 'income').map(({ account }) => account);
    const days = result(await yearStartOf(snapshot, asAt), asAt);
    if (days === undefined) return linesOn(income, { conditions: [sql`false`], sign: -1 });
    return linesOn(income, { conditions: [...inTimes(days.from, days.until, known), ...outlets], sign: -1 });
  }
  const sheet = accounts.filter(({ statement }) => statement === 'balance_sheet');
  const found = accountsOfRow(requested, sheet, (account) => balanceSection(chart, account));
  if (!found) throw notAFigure();
  const own = linesOn(found.accounts, {
    conditions: [...inTimes(undefined, asAt, known), ...outlets],
    sign: found.section === 'assets' ? 1 : -1,
  });
  if (figure['row'] !== 'total.total_equity') return own;
  // The results are lines of equity without an account.
  const members = found.accounts.map((account) => [1, row(figure, String(account))] as const);
  const tops = members.filter(([, { row: name }]) => !hasMemberAbove(requested, found.accounts, Number(name)));
  return sumOf('base', ...tops, ...Object.keys(RESULTS).map((name) => [1, row(figure, name)] as const));
}

/** The row of an account includes the accounts below it. */
function hasMemberAbove({ chart }: FigureQuery, members: readonly number[], account: number): boolean {
  const parent = chart.get(account)?.parent;
  return parent !== null && parent !== undefined && members.includes(parent);
}

type Days = { readonly from: string | undefined; readonly until: string | undefined };
const RESULTS: Readonly<Record<string, (start: string | undefined, asAt: string | undefined) => Days | undefined>> = {
  'account.result_of_earlier_years': (start) =>
    start === undefined ? undefined : { from: undefined, until: shift(start, -1) },
  'account.result_of_year': (start, asAt) => ({ from: start, until: asAt }),
};
