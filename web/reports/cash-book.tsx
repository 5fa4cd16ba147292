/**
 * The book of one cash account, bank account or remittance: receipts and payments, in its currency and the system
 * currency.
 */

import type { Reads } from '../shared/api/read.ts';
import { runningFigure } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import * as columns from '../shared/report/columns.tsx';
import { AS_AT, FROM, KNOWN_AT } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

type CashBook = Reads['financial_reports/cash_book'];
type CashRow = CashBook['data'][number];

export const Report = reportScreen({
  endpoint: 'financial_reports/cash_book',
  title: 'names:cash_book',
  subject: ({ account_name, currency_name }) => [account_name, currency_name].filter(Boolean).join(' · '),
  filters: [
    { name: 'account_id', kind: 'lookup', resource: 'cashes', label: 'report:filters.cash_account', required: true },
    FROM,
    AS_AT,
    KNOWN_AT,
  ],
  ask: { parameter: 'account_id', text: 'reports:choose_cash' },
  paged: true,
  rows: ({ data }) => data,
  rowKey: columns.lineKey,
  before: ({ opening }) => ({
    label: say('report:opening'),
    balance: opening.amount,
    balance_base: opening.base,
  }),
  after: ({ closing }) => ({ label: say('report:closing'), balance: closing.amount, balance_base: closing.base }),
  figures: ({ closing, currency_fk }, { currency }) => [
    { name: 'amount', label: say('report:closing'), value: closing.amount },
    ...(currency_fk === currency.currency_id
      ? []
      : [{ name: 'base', label: say('report:closing_base'), value: closing.base }]),
  ],
  columns: (answer, { currency }) => [
    columns.dateColumn(),
    columns.documentColumn(),
    { name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' },
    columns.textColumn(),
    columns.figureColumn('received', { blankZero: true }),
    columns.figureColumn('paid', { blankZero: true }),
    columns.figureColumn('balance', { label: 'report:columns.balance_plain' }),
    ...(answer && answer.currency_fk !== currency.currency_id
      ? [columns.amountColumn<CashRow>('balance_base', currency, { label: 'report:columns.balance' })]
      : []),
    ...columns.eventColumns<CashRow>(),
  ],
  explains: ({ column, row, place }) => {
    if (row) return runningFigure(column, row);
    const of = place === 'before' ? 'opening' : 'closing';
    return place === 'total' ? undefined : { figure: { of: column === 'balance' ? of : `${of}_base` } };
  },
});
