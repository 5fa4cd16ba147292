/** The journal: every entry with its lines, in effective order; the first line of an entry has its day and document. */

import type { ReactNode } from 'react';
import type { Reads } from '../shared/api/read.ts';
import { say } from '../shared/language/language.ts';
import { accountCode, accountName } from '../shared/report/account-name.ts';
import { carried } from '../shared/report/address.ts';
import * as columns from '../shared/report/columns.tsx';
import { PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { ACCOUNT, CASH, DOCUMENT_KIND, ITEM } from '../shared/report/linked-filters.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

type Journal = Reads['financial_reports/journal'];
type JournalRow = Journal['data'][number] & {
  /** The first line of its entry on this page. */
  readonly is_first: boolean;
};

const onFirst = (column: ReportColumn<JournalRow>): ReportColumn<JournalRow> => ({
  ...column,
  cell: (row): ReactNode => (row.is_first ? (column.cell?.(row) ?? column.text(row)) : null),
});

export const Report = reportScreen({
  endpoint: 'financial_reports/journal',
  title: 'names:journal_report',
  filters: [...PERIOD, ACCOUNT, CASH, DOCUMENT_KIND, ITEM],
  paged: true,
  rows: ({ data }) =>
    data.map((line, index) => {
      const before = data[index - 1];
      return { ...line, is_first: before?.position !== line.position || before.entry_no !== line.entry_no };
    }),
  rowKey: (row) => columns.lineKey(row),
  isInOrder: true,
  figures: ({ totals }) => [
    { name: 'debit', label: say('report:columns.debit_plain'), value: totals.debit },
    { name: 'credit', label: say('report:columns.credit_plain'), value: totals.credit },
  ],
  columns: (answer, { currency, search }) => [
    onFirst(columns.dateColumn()),
    onFirst(columns.documentColumn()),
    columns.named(
      {
        name: 'account',
        label: 'report:columns.account',
        text: (row) => `${accountCode(row.account)} ${accountName(row.account_key, row.account_name)}`,
      },
      ({ account }) => ({
        to: '/reports/account-ledger',
        search: { ...carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']), account },
      }),
    ),
    { name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' },
    ...(['debit', 'credit'] as const).map((side) =>
      columns.amountColumn<JournalRow>(side, currency, {
        blankZero: true,
        ...columns.summed(answer, side),
      }),
    ),
    ...columns.eventColumns<JournalRow>().map(onFirst),
  ],
  explains: ({ column, row }) => {
    if (!row) return { figure: { of: column } };
    return column === 'debit' || column === 'credit' ? { line: row } : undefined;
  },
});
