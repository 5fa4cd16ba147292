/**
 * The income statement of a period, by month or outlet, with or without its accounts and percentages of the revenue;
 * accounts link to their ledgers.
 */
import type { Reads } from '../shared/api/read.ts';
import { say } from '../shared/language/language.ts';
import { choice, PERIOD } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { Currency } from '../shared/session/session.ts';
import { explainsRows, figureColumns, isStrong, ledgerOf, nameColumn, withShares } from './figure-columns.tsx';
import { statementChart, sumsNamed } from './statement-chart.ts';
import { type FigureRow, partOfWhole } from './statement-rows.ts';

type IncomeStatement = Reads['financial_reports/income_statement'];

const isTotal = ({ kind }: FigureRow): boolean => kind === 'total';
const figures = (answer: IncomeStatement | undefined, currency: Currency) =>
  figureColumns(answer?.columns ?? [], currency);
const revenueOf = (answer: IncomeStatement | undefined): FigureRow | undefined =>
  answer?.rows.find((row) => isTotal(row) && row.name === 'total_revenue');

export const Report = reportScreen({
  endpoint: 'financial_reports/income_statement',
  title: 'names:income_statement',
  filters: [
    ...PERIOD,
    choice('by', 'whole', 'month', 'outlet'),
    choice('accounts', 'with_accounts', 'totals_only'),
    choice('share', 'without_share', 'with_share'),
  ],
  ownParameters: ['accounts', 'share'],
  rows: ({ rows }, { search }) => (search['accounts'] === 'totals_only' ? rows.filter(isTotal) : rows),
  rowKey: ({ row }) => row,
  strong: isStrong,
  partOf: partOfWhole,
  columns: (answer, { search, currency }) => [
    nameColumn((row) => ledgerOf(row, search, { without_closing: 1 })),
    ...(search['share'] === 'with_share'
      ? withShares(figures(answer, currency), revenueOf(answer))
      : figures(answer, currency)),
  ],
  chart: ({ columns, rows }, context) =>
    statementChart({
      title: say('names:income_statement'),
      columns,
      context,
      rows: sumsNamed(rows, ['total_revenue', 'gross_profit', 'net_result']),
    }),
  explains: explainsRows,
});
