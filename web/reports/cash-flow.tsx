/** The cash flow of a period: direct by purpose, or indirect from the result and changed balances. */
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { choice, PERIOD, type Target } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { figureColumns, isStrong, ledgerOf, nameColumn } from './figure-columns.tsx';
import { statementChart } from './statement-chart.ts';
import { type FigureColumn, type FigureRow, partOfWhole } from './statement-rows.ts';

const isIndirect = (search: ReportSearch): boolean => search['method'] === 'indirect';

export const Report = reportScreen({
  endpoint: 'financial_reports/cash_flow',
  title: 'names:cash_flow',
  filters: [...PERIOD, choice('method', 'direct', 'indirect')],
  ownParameters: ['method'],
  rows: ({ direct, indirect }, { search }) => (isIndirect(search) ? indirect : direct),
  rowKey: ({ row }) => row,
  strong: isStrong,
  partOf: partOfWhole,
  columns: (_answer, { search, currency }) => [
    nameColumn((row) => {
      if (row.name === 'net_result')
        return { to: '/reports/financial-reports/income-statement', search: timesOf(search) };
      return isIndirect(search) ? ledgerOf(row, search) : entriesOf(row, search);
    }),
    ...figureColumns([WHOLE], currency),
  ],
  chart: ({ direct, indirect }, context) => {
    const rows = (isIndirect(context.search) ? indirect : direct).filter(({ kind }) => kind === 'account');
    const linkOf = (row: FigureRow) =>
      isIndirect(context.search) ? ledgerOf(row, context.search) : entriesOf(row, context.search);
    return statementChart({ title: say('names:cash_flow'), columns: [WHOLE], rows, context, linkOf });
  },
  explains: ({ row }, _answer, { search }) =>
    row && { figure: { method: isIndirect(search) ? 'indirect' : 'direct', row: row.row } },
});

const WHOLE: FigureColumn = { part: '', name: null, from: null, as_at: null, outlet_fk: null };

const timesOf = (search: ReportSearch) => carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']);

/** Goods are the inventory accounts; their cost belongs to them. */
const INVENTORY = 1310;

/** The entries that moved cash and have a line on the account. */
function entriesOf({ kind, name, account }: FigureRow, search: ReportSearch): Target | undefined {
  const entries = (of: ReportSearch) => ({
    to: '/reports/financial-reports/journal',
    search: { ...timesOf(search), cash: 1, ...of },
  });
  if (account !== null) return entries({ account });
  if (kind === 'account' && name === 'goods') return entries({ account: INVENTORY });
  return name === 'opening-equity' ? entries({ document_kind: 'opening_balance' }) : undefined;
}
