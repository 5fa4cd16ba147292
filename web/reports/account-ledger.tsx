/** The lines of an account in effective order, with the running balance and links to document and event. */

import type { Reads } from '../shared/api/read.ts';
import { lineColumn, runningFigure } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import { accountName } from '../shared/report/account-name.ts';
import * as columns from '../shared/report/columns.tsx';
import { PERIOD } from '../shared/report/declaration.ts';
import { WITHOUT_CLOSING } from '../shared/report/linked-filters.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

type AccountLedger = Reads['financial_reports/account_ledger'];
type LedgerRow = AccountLedger['data'][number];

export const AccountLedgerReport = reportScreen({
  endpoint: 'financial_reports/account_ledger',
  title: 'ledger:account_ledger',
  subject: ({ account_key, account_name }) => accountName(account_key, account_name),
  filters: [...PERIOD, WITHOUT_CLOSING],
  ask: { parameter: 'account', text: 'ledger:choose_account', hint: 'ledger:choose_account_hint' },
  paged: true,
  rows: ({ data }) => data,
  rowKey: columns.lineKey,
  isInOrder: true,
  before: ({ opening }, { search }) =>
    search['from'] === undefined ? undefined : { label: say('report:opening'), balance: opening },
  after: ({ closing }) => ({ label: say('report:closing'), balance: closing }),
  figures: ({ debit, credit, closing }) => [
    { name: 'debit', label: say('report:columns.debit_plain'), value: debit },
    { name: 'credit', label: say('report:columns.credit_plain'), value: credit },
    { name: 'closing', label: say('report:closing'), value: closing },
  ],
  columns: (answer, { currency }) => [
    columns.dateColumn(),
    columns.documentColumn(),
    { name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' },
    columns.textColumn(),
    columns.amountColumn('debit', currency, { blankZero: true, total: answer?.debit }),
    columns.amountColumn('credit', currency, {
      blankZero: true,
      total: answer?.credit,
    }),
    columns.amountColumn('balance', currency),
    ...columns.eventColumns<LedgerRow>(),
    lineColumn(),
  ],
  explains: ({ column, row, place }) => {
    if (row) return runningFigure(column, row);
    return { figure: { of: place === 'before' ? 'opening' : place === 'after' ? 'closing' : column } };
  },
});
