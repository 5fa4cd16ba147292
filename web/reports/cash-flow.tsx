/** The cash flow of a period, directly by what the money was for, or indirectly from the result and what changed. */
import type { ReportSearch } from '../shared/report/address.ts';
import { choice, PERIOD } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { figureColumns, isStrong, ledgerOf, nameColumn } from './figure-columns.tsx';
import type { FigureColumn, FigureRow } from './statement-rows.ts';

interface CashFlow {
  readonly position: string;
  readonly direct: readonly FigureRow[];
  readonly indirect: readonly FigureRow[];
}

const isIndirect = (search: ReportSearch): boolean => search['method'] === 'indirect';

export const CashFlowReport = reportScreen<CashFlow, FigureRow>({
  endpoint: 'financial_reports/cash_flow',
  title: 'reports:cash_flow',
  filters: [...PERIOD, choice('method', 'direct', 'indirect')],
  ownParameters: ['method'],
  rows: ({ direct, indirect }, { search }) => (isIndirect(search) ? indirect : direct),
  rowKey: ({ row }) => row,
  strong: isStrong,
  columns: (_answer, { search, currency }) => [
    nameColumn,
    ...figureColumns([wholeOf(search)], currency, (row, column) =>
      isIndirect(search) ? ledgerOf(row, column, search) : entriesOf(row, search),
    ),
  ],
});

const wholeOf = (search: ReportSearch): FigureColumn => ({
  part: '',
  name: null,
  from: search['from'] === undefined ? null : String(search['from']),
  as_at: search['as_at'] === undefined ? null : String(search['as_at']),
  outlet_fk: search['outlet_fk'] === undefined ? null : Number(search['outlet_fk']),
});

/** The entries that moved cash and have a line on the account. */
function entriesOf({ account }: FigureRow, { method: _method, page: _page, ...search }: ReportSearch) {
  if (account === null) return undefined;
  return { to: '/reports/financial-reports/journal', search: { ...search, account, cash: 1 } };
}
