/** The names of each report in English: in the menu, in headings and in permissions. */
import type { Words } from '../language.ts';

export const reportsEn: Words = {
  trial_balance: 'Trial balance',
  income_statement: 'Income statement',
  balance_sheet: 'Balance sheet',
  cash_flow: 'Cash flow',
  general_ledger: 'General ledger',
  journal_report: 'Journal',
  cash_book: 'Cash and bank book',
  sales_report: 'Sales report',
  promotions_report: 'Promotions report',
  tax_report: 'Tax report',
  items_profit: 'Item profit',
  most_active_items: 'Most active items',
  inventory_report: 'Stock at a date',
  item_transactions: 'Item transactions',
  customers_statement: 'Customer statement',
  suppliers_statement: 'Supplier statement',
  customers_ageing: 'Customers by age',
  suppliers_ageing: 'Suppliers by age',
  stock_valuation: 'Stock valuation',
  slow_stock: 'Slow and dead stock',
  expired_items: 'Expired items',
  batch_recall: 'Batch recall',
  batch_buyers: 'Buyers of a batch',
  batches: 'Batches',
};
