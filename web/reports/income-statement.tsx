/** The income statement of a period, by month or outlet; accounts link to their ledgers. */
import { say } from '../shared/language/language.ts';
import { choice, PERIOD } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { explainsRows, figureColumns, isStrong, ledgerOf, nameColumn } from './figure-columns.tsx';
import { statementChart, sumsNamed } from './statement-chart.ts';
import { type FigureColumn, type FigureRow, partOfWhole } from './statement-rows.ts';

interface IncomeStatement {
  readonly position: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
}

export const Report = reportScreen<IncomeStatement, FigureRow>({
  endpoint: 'financial_reports/income_statement',
  title: 'names:income_statement',
  filters: [...PERIOD, choice('by', 'whole', 'month', 'outlet')],
  rows: ({ rows }) => rows,
  rowKey: ({ row }) => row,
  strong: isStrong,
  partOf: partOfWhole,
  columns: (answer, { search, currency }) => [
    nameColumn((row) => ledgerOf(row, search, { without_closing: 1 })),
    ...figureColumns(answer?.columns ?? [], currency),
  ],
  chart: ({ columns, rows }, context) =>
    statementChart({
      ...{ title: say('names:income_statement'), columns, context },
      rows: sumsNamed(rows, ['total_revenue', 'gross_profit', 'net_result']),
    }),
  explains: explainsRows,
});
