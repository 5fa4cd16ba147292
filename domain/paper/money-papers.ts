/** The papers of money documents; a declaration names its own (`papers`), the default one first. */
import { amounts, BATCHES, days, options, type Paper, quantities, texts, wholes } from './paper.ts';
import { AT_RATE, REFERENCED } from './usual-facts.ts';

export const DRAWER_PAPERS: readonly Paper[] = [
  {
    name: 'drawer',
    facts: [
      ...texts('user_fk'),
      ...options('report', 'status'),
      ...wholes('receipts', 'invoices', 'refund_count'),
      ...amounts('sold', 'discounts', 'taxes', 'refunded', 'app', 'credit_sales'),
      ...texts('difference_reason'),
    ],
    table: {
      of: 'accounts',
      columns: [
        ...texts('account_fk', 'currency_fk'),
        ...amounts('float_amount', 'paid_in', 'paid_out', 'cash_sales', 'cash_refunds'),
        ...amounts('expected_amount', 'counted_amount', 'difference', 'left_amount'),
      ],
    },
    signatures: ['counted_by', 'approved_by'],
  },
];

const SALARIES = {
  facts: days('from_date', 'to_date'),
  table: {
    of: 'lines',
    columns: [
      ...texts('user_fk'),
      ...amounts('base_salary', 'addition', 'deduction', 'repayment', 'amount', 'debt_amount'),
      ...texts('note'),
    ],
  },
  totals: 'amount',
} as const;
export const PAYROLL_PAPERS: readonly Paper[] = [
  { name: 'payroll_slip', ...SALARIES, signatures: ['issued_by', 'received_by'], isEachRow: true },
  { name: 'payroll', ...SALARIES, signatures: ['issued_by', 'approved_by'] },
];

export const GENERAL_JOURNAL_PAPERS: readonly Paper[] = [
  {
    name: 'general_journal',
    facts: REFERENCED,
    table: {
      of: 'lines',
      columns: [
        ...options('account'),
        ...texts('party', 'note', 'currency_fk'),
        ...AT_RATE,
        ...amounts('debit', 'credit'),
      ],
    },
    totals: 'amount',
    signatures: ['issued_by', 'approved_by'],
  },
];

export const DEPRECIATION_PAPERS: readonly Paper[] = [
  {
    name: 'depreciation',
    facts: REFERENCED,
    table: { of: 'lines', columns: [...texts('fixed_asset_fk', 'asset_purchase_fk', 'month'), ...amounts('amount')] },
    totals: 'amount',
    signatures: ['approved_by'],
  },
];

export const REVALUATION_PAPERS: readonly Paper[] = [
  { name: 'revaluation', facts: [...days('rate_fk'), ...REFERENCED], signatures: ['issued_by', 'approved_by'] },
];

const OPENING = { facts: texts('financial_year_fk'), signatures: ['issued_by', 'approved_by'] } as const;
/** A paper for each section of the opening balances. */
export const OPENING_BALANCE_PAPERS: readonly Paper[] = [
  {
    name: 'opening_balance',
    ...OPENING,
    table: {
      of: 'parties',
      columns: [...texts('customer_fk', 'supplier_fk', 'user_fk', 'currency_fk'), ...amounts('amount')],
    },
  },
  {
    name: 'opening_cash',
    ...OPENING,
    table: { of: 'cashes', columns: [...texts('account_fk', 'currency_fk'), ...amounts('rate', 'amount')] },
  },
  {
    name: 'opening_stock',
    ...OPENING,
    table: {
      of: 'stock',
      columns: [
        ...texts('inventory_fk', 'item_fk'),
        ...BATCHES,
        ...quantities('quantity'),
        ...texts('unit_fk'),
        ...amounts('value'),
      ],
      further: texts('item_code', 'barcode', 'note'),
    },
  },
  {
    name: 'opening_accounts',
    ...OPENING,
    table: {
      of: 'accounts',
      columns: [
        ...options('account'),
        ...texts('ledger_account_fk', 'expense_type_fk', 'income_type_fk', 'stockholder_fk', 'currency_fk'),
        ...amounts('amount'),
      ],
    },
  },
];
