/** A chart of a statement: its totals side by side, or by month or outlet if it has such columns. */
import type { ChartData, ChartTone } from '../shared/chart/chart-data.ts';
import { monthWords } from '../shared/language/names.ts';
import type { Target } from '../shared/report/declaration.ts';
import type { ReportContext } from '../shared/report/report-context.ts';
import { type FigureColumn, type FigureRow, rowName } from './statement-rows.ts';

interface StatementChart {
  readonly title: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
  readonly context: ReportContext;
  readonly linkOf?: (row: FigureRow) => Target | undefined;
}

const SERIES: readonly ChartTone[] = ['accent', 'good', 'late'];

export function statementChart({ title, columns, rows, context, linkOf }: StatementChart): ChartData {
  const { currency, search } = context;
  const look = { title, unit: currency.symbol, decimals: currency.decimals };
  const parts = columns.filter(({ part }) => part !== '');
  if (parts.length === 0) {
    const values = rows.map(({ amounts }) => amounts[0] ?? null);
    const categories = rows.map((row) => ({ key: row.row, label: rowName(row), target: linkOf?.(row) }));
    return { ...look, of: 'names', categories, series: [{ name: 'amount', label: title, tone: 'accent', values }] };
  }
  return {
    ...look,
    of: search['by'] === 'month' ? 'time' : 'names',
    categories: parts.map(({ part, name }) => ({ key: part, label: name ?? monthWords(part) })),
    series: SERIES.flatMap((tone, index) => {
      const row = rows[index];
      if (!row) return [];
      const values = columns.flatMap(({ part }, place) => (part === '' ? [] : [row.amounts[place] ?? null]));
      return [{ name: row.row, label: rowName(row), tone, values }];
    }),
  };
}

/** The totals of a statement by name, in the order of `names`. */
export const sumsNamed = (rows: readonly FigureRow[], names: readonly string[]): readonly FigureRow[] =>
  names.flatMap((name) => rows.find((row) => row.kind === 'total' && row.name === name) ?? []);
