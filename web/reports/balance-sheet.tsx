/** The balance sheet: what the business has, owes and is worth, and the sentence that both sides are equal. */
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { AS_AT, choice, KNOWN_AT, OUTLET } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { figureColumns, isStrong, ledgerOf, nameColumn } from './figure-columns.tsx';
import type { FigureColumn, FigureRow } from './statement-rows.ts';

interface BalanceSheet {
  readonly position: string;
  readonly year_start: string | null;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
  readonly totals: { readonly assets: string; readonly difference: string };
}

export const BalanceSheetReport = reportScreen<BalanceSheet, FigureRow>({
  endpoint: 'financial_reports/balance_sheet',
  title: 'reports:balance_sheet',
  filters: [AS_AT, KNOWN_AT, OUTLET, choice('by', 'whole', 'outlet')],
  rows: ({ rows }) => rows,
  rowKey: ({ row }) => row,
  strong: isStrong,
  above: (answer) => <Proof {...answer} />,
  columns: (answer, { search, currency }) => [
    nameColumn,
    ...figureColumns(answer?.columns ?? [], currency, (row, column) =>
      row.name === 'result_of_year' && answer
        ? resultOf(column, search['known_at'], answer.year_start)
        : ledgerOf(row, column, search),
    ),
  ],
});

/** The income statement of the year until this day. */
function resultOf({ as_at, outlet_fk }: FigureColumn, knownAt: string | number | undefined, from: string | null) {
  const given = { from, as_at, outlet_fk, known_at: knownAt };
  const search = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { to: '/reports/financial-reports/income-statement', search: Object.fromEntries(search) as never };
}

function Proof({ rows, totals: { assets, difference } }: BalanceSheet) {
  const { t } = useTranslation();
  const equal = difference === '0';
  // An outlet whose books are kept with the others' is not expected to balance alone.
  if (!equal && rows.some(({ name }) => name === 'between_outlets')) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 px-4 pb-3">
      <StatusChip
        tone={equal ? 'success' : 'danger'}
        label={t(equal ? 'reports:sides_equal' : 'reports:sides_differ')}
        icon={Scale}
      />
      <span className="text-ink-muted">
        <Amount value={equal ? assets : difference} />
      </span>
    </p>
  );
}
