/** Every account with its lines: a row with opening balance, movements and closing balance, and its lines below it. */

import type { Reads } from '../shared/api/read.ts';
import { runningFigure } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import { accountCode, accountName } from '../shared/report/account-name.ts';
import * as columns from '../shared/report/columns.tsx';
import { PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { ACCOUNT } from '../shared/report/linked-filters.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

type LedgerRow = Reads['financial_reports/general_ledger']['data'][number];
type AccountRow = Extract<LedgerRow, { readonly closing: string }>;
type LineRow = Exclude<LedgerRow, AccountRow>;

const isAccount = (row: LedgerRow): row is AccountRow => 'closing' in row;
/** Rows of accounts are empty in columns of lines. */
const ofLine = ({
  cell,
  link: _link,
  changed: _changed,
  ...column
}: ReportColumn<LineRow>): ReportColumn<LedgerRow> => ({
  ...column,
  text: (row) => (isAccount(row) ? '' : column.text(row)),
  ...(cell ? { cell: (row) => (isAccount(row) ? null : cell(row)) } : {}),
});

export const Report = reportScreen({
  endpoint: 'financial_reports/general_ledger',
  title: 'names:general_ledger',
  filters: [...PERIOD, ACCOUNT],
  paged: true,
  rows: ({ data }) => data,
  rowKey: (row) => (isAccount(row) ? String(row.account) : columns.lineKey(row)),
  strong: isAccount,
  partOf: (row) => (isAccount(row) ? undefined : { whole: String(row.account) }),
  figures: ({ totals }) => [
    { name: 'debit', label: say('report:columns.debit_plain'), value: totals.debit },
    { name: 'credit', label: say('report:columns.credit_plain'), value: totals.credit },
  ],
  columns: (answer, { currency }) => [
    {
      name: 'account',
      label: 'report:columns.account',
      text: (row) =>
        isAccount(row) ? `${accountCode(row.account)} ${accountName(row.account_key, row.account_name)}` : '',
    },
    ofLine(columns.dateColumn()),
    ofLine(columns.documentColumn()),
    ofLine({ name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' }),
    columns.amountColumn('opening', currency, { blankZero: true, standsAlone: true }),
    columns.amountColumn('debit', currency, { blankZero: true, total: answer?.totals.debit }),
    columns.amountColumn('credit', currency, { blankZero: true, total: answer?.totals.credit }),
    columns.amountColumn('balance', currency, {
      standsAlone: true,
      text: (row) => (isAccount(row) ? row.closing : row.balance),
    }),
    ...columns.eventColumns<LineRow>().map(ofLine),
  ],
  explains: ({ column, row }) => {
    if (!row) return { figure: { of: column } };
    const own = { account: row.account, own: 1 };
    if (isAccount(row)) return { figure: { ...own, of: column === 'balance' ? 'closing' : column } };
    return column === 'opening' ? undefined : runningFigure(column, row, own);
  },
});
