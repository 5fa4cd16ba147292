/** Every account with its lines: a row with opening balance, movements and closing balance, and its lines below it. */

import { runningFigure } from '../audit/links.tsx';
import { say } from '../shared/language/language.ts';
import { accountCode, accountName } from '../shared/report/account-name.ts';
import * as columns from '../shared/report/columns.tsx';
import { PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { ACCOUNT } from '../shared/report/linked-filters.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

interface LedgerRow extends columns.Line {
  readonly account: number;
  readonly account_key: string;
  readonly account_name: string | null;
  readonly party_name: string | null;
  /** For a row of an account. */
  readonly opening?: string;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
  readonly closing?: string;
}

interface GeneralLedger {
  readonly position: string;
  readonly data: readonly LedgerRow[];
  readonly totals: { readonly debit: string; readonly credit: string };
}

const isAccount = (row: LedgerRow): boolean => row.closing !== undefined;
/** Rows of accounts are empty in columns of lines. */
const ofLine = (column: ReportColumn<LedgerRow>): ReportColumn<LedgerRow> => ({
  ...column,
  text: (row) => (isAccount(row) ? '' : column.text(row)),
  ...(column.cell ? { cell: (row) => (isAccount(row) ? null : column.cell?.(row)) } : {}),
});

export const Report = reportScreen<GeneralLedger, LedgerRow>({
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
    columns.amountColumn('balance', currency, { standsAlone: true, text: (row) => row.closing ?? row.balance }),
    ...columns.eventColumns<LedgerRow>().map(ofLine),
  ],
  explains: ({ column, row }) => {
    if (!row) return { figure: { of: column } };
    const own = { account: row.account, own: 1 };
    if (isAccount(row)) return { figure: { ...own, of: column === 'balance' ? 'closing' : column } };
    return column === 'opening' ? undefined : runningFigure(column, row, own);
  },
});
