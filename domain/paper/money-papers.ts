/** The papers of documents of money; a declaration names its own (`papers`), and the first is printed when nobody chooses. */
import { amounts, days, options, type Paper, type PaperColumn, type PaperTable, texts } from './paper.ts';
import { AT_RATE, PAID, REFERENCED } from './usual-facts.ts';

export const DRAWER_PAPERS: readonly Paper[] = [
  {
    name: 'drawer',
    facts: [...texts('user_fk'), ...options('status')],
    table: {
      of: 'accounts',
      columns: [
        ...texts('account_fk', 'currency_fk'),
        ...amounts('float_amount', 'expected_amount', 'counted_amount', 'left_amount'),
      ],
    },
    signatures: ['counted_by', 'approved_by'],
  },
];

/** Vouchers: one amount, from whom or for what, and who took it. */
const voucher = (name: string, facts: readonly PaperColumn[], more: Partial<Paper> = {}): readonly Paper[] => [
  {
    name,
    facts: [...facts, ...AT_RATE, ...REFERENCED],
    totals: 'amount',
    signatures: ['issued_by', 'received_by'],
    ...more,
  },
];

const ALLOCATIONS: PaperTable = {
  of: 'allocations',
  columns: [...texts('document_number'), ...days('date'), ...amounts('amount')],
};

export const CUSTOMER_TRANSACTION_PAPERS = voucher(
  'customer_transaction',
  [...options('transaction_type'), ...texts('account_fk')],
  { party: 'customer_fk', table: ALLOCATIONS },
);
export const SUPPLIER_TRANSACTION_PAPERS = voucher(
  'supplier_transaction',
  [...options('transaction_type'), ...texts('account_fk')],
  { party: 'supplier_fk', table: ALLOCATIONS },
);
export const EXPENSE_PAPERS = voucher('expense', [...texts('expense_type_fk'), ...PAID], { party: 'supplier_fk' });
export const INCOME_PAPERS = voucher('income', [...texts('income_type_fk'), ...PAID], { party: 'customer_fk' });
export const CASH_TRANSFER_PAPERS = voucher('cash_transfer', [
  ...texts('from_account_fk', 'to_account_fk', 'to_outlet_fk'),
  ...amounts('to_amount'),
]);
export const REMITTANCE_PAPERS = voucher('remittance', [
  ...texts('receiver', 'account_fk', 'remittance_account_fk'),
  ...amounts('fee'),
]);
export const CAPITAL_TRANSACTION_PAPERS = voucher('capital_transaction', [
  ...options('transaction_type'),
  ...texts('stockholder_fk', 'account_fk'),
]);
export const ASSET_PURCHASE_PAPERS = voucher(
  'asset_purchase',
  [...texts('fixed_asset_fk'), { field: 'useful_life_months', kind: 'whole' }, ...PAID],
  { party: 'supplier_fk', signatures: ['issued_by', 'approved_by'] },
);
export const ASSET_SALE_PAPERS = voucher(
  'asset_sale',
  [
    ...texts('asset_purchase_fk'),
    ...options('leaves_by'),
    ...amounts('cost_amount', 'depreciated_amount', 'depreciation_amount'),
    ...PAID,
  ],
  { party: 'customer_fk', signatures: ['issued_by', 'approved_by'] },
);
export const TAX_PAYMENT_PAPERS = voucher('tax_payment', [
  ...days('from_date', 'to_date'),
  ...amounts('payable_amount', 'input_amount'),
  ...texts('account_fk'),
]);
export const SALESMAN_COMMISSION_PAPERS = voucher('salesman_commission', [...texts('salesman_fk'), ...days('to_date')]);
export const APP_SETTLEMENT_PAPERS = voucher('app_settlement', [...texts('account_fk'), ...amounts('fee')]);

export const DIVIDEND_PAPERS = voucher('dividend', [], {
  table: { of: 'lines', columns: [...texts('stockholder_fk'), ...amounts('amount')] },
  signatures: ['approved_by'],
});

export const PAYROLL_PAPERS: readonly Paper[] = [
  {
    name: 'payroll_slip',
    facts: days('from_date', 'to_date'),
    table: {
      of: 'lines',
      columns: [...texts('user_fk'), ...amounts('base_salary', 'addition', 'deduction', 'amount'), ...texts('note')],
    },
    totals: 'amount',
    signatures: ['issued_by', 'received_by'],
    isEachRow: true,
  },
  {
    name: 'payroll',
    facts: days('from_date', 'to_date'),
    table: {
      of: 'lines',
      columns: [...texts('user_fk'), ...amounts('base_salary', 'addition', 'deduction', 'amount'), ...texts('note')],
    },
    totals: 'amount',
    signatures: ['issued_by', 'approved_by'],
  },
];

export const GENERAL_JOURNAL_PAPERS: readonly Paper[] = [
  {
    name: 'general_journal',
    facts: REFERENCED,
    table: {
      of: 'lines',
      columns: [...texts('account'), ...texts('party'), ...texts('note'), ...amounts('debit', 'credit')],
    },
    totals: 'amount',
    signatures: ['issued_by', 'approved_by'],
  },
];

export const DEPRECIATION_PAPERS: readonly Paper[] = [
  {
    name: 'depreciation',
    facts: REFERENCED,
    table: { of: 'lines', columns: [...texts('asset_purchase_fk'), ...amounts('amount')] },
    totals: 'amount',
    signatures: ['approved_by'],
  },
];

export const REVALUATION_PAPERS: readonly Paper[] = [
  { name: 'revaluation', facts: [...texts('rate_fk'), ...REFERENCED], signatures: ['issued_by', 'approved_by'] },
];

export const OPENING_BALANCE_PAPERS: readonly Paper[] = [
  {
    name: 'opening_balance',
    facts: texts('financial_year_fk'),
    table: {
      of: 'parties',
      columns: [...texts('customer_fk', 'supplier_fk', 'currency_fk'), ...amounts('amount')],
    },
    signatures: ['issued_by', 'approved_by'],
  },
];
