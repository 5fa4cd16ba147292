/** The balance sheet: assets, liabilities and equity, and a statement that both sides are equal. */

import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reads } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { AS_AT, choice, KNOWN_AT, OUTLET, type Target } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useMe } from '../shared/session/session.ts';
import { explainsRows, figureColumns, isStrong, ledgerOf, nameColumn } from './figure-columns.tsx';
import { statementChart, sumsNamed } from './statement-chart.ts';
import { partOfWhole } from './statement-rows.ts';

type BalanceSheet = Reads['financial_reports/balance_sheet'];

export const Report = reportScreen({
  endpoint: 'financial_reports/balance_sheet',
  title: 'names:balance_sheet',
  filters: [AS_AT, KNOWN_AT, OUTLET, choice('by', 'whole', 'outlet')],
  rows: ({ rows }) => rows,
  rowKey: ({ row }) => row,
  strong: isStrong,
  partOf: partOfWhole,
  above: (answer) => <Proof {...answer} />,
  columns: (answer, { search, currency }) => [
    nameColumn((row) =>
      row.name === 'result_of_year' ? resultOf(search, answer?.year_start ?? null) : ledgerOf(row, search),
    ),
    ...figureColumns(answer?.columns ?? [], currency),
  ],
  chart: ({ columns, rows }, context) =>
    statementChart({
      title: say('names:balance_sheet'),
      columns,
      context,
      rows: sumsNamed(rows, ['total_assets', 'total_liabilities', 'total_equity']),
    }),
  explains: explainsRows,
});

/** The income statement of the year until this day. */
function resultOf(search: ReportSearch, from: string | null): Target {
  const requested = { ...carried(search, ['as_at', 'outlet_fk', 'known_at']), ...(from === null ? {} : { from }) };
  return { to: '/reports/financial-reports/income-statement', search: requested };
}

function Proof({ rows, totals: { assets, difference } }: BalanceSheet) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  const equal = difference === '0';
  // With common books an outlet's sides need not be equal.
  if (!equal && rows.some(({ name }) => name === 'between_outlets')) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 px-4 pb-3">
      <StatusChip
        tone={equal ? 'success' : 'danger'}
        label={t(equal ? 'reports:sides_equal' : 'reports:sides_differ')}
        icon={Scale}
      />
      <span className="text-ink-muted">
        <Amount value={equal ? assets : difference} decimals={decimals} decimalsMin={decimals} />
      </span>
    </p>
  );
}
