/** The names of each report in Kurdish (Sorani): in the menu, in headings and in permissions. */
import type { Words } from '../language.ts';

export const reportsCkb: Words = {
  trial_balance: 'تەرازووی پێداچوونەوە',
  income_statement: 'لیستی قازانج و زیان',
  balance_sheet: 'باڵانس شیت',
  cash_flow: 'ڕەوتی پارە',
  general_ledger: 'دەفتەری گشتی',
  journal_report: 'دەفتەری ڕۆژانە',
  cash_book: 'دەفتەری سندوق و بانک',
  sales_report: 'ڕاپۆرتی فرۆشتن',
  promotions_report: 'ڕاپۆرتی ئۆفەرەکان',
  tax_report: 'ڕاپۆرتی باج',
  items_profit: 'قازانجی کاڵاکان',
  most_active_items: 'چالاکترین کاڵاکان',
  inventory_report: 'کۆگا لە بەروارێکدا',
  item_transactions: 'جووڵەکانی کاڵا',
  customers_statement: 'کەشفی هەژماری کڕیار',
  suppliers_statement: 'کەشفی هەژماری دابینکەر',
  customers_ageing: 'کڕیاران بەپێی تەمەنی قەرز',
  suppliers_ageing: 'دابینکەران بەپێی تەمەنی قەرز',
  stock_valuation: 'نرخاندنی کۆگا',
  slow_stock: 'کاڵای هێواش و وەستاو',
  expired_items: 'کاڵای بەسەرچوو',
  batch_recall: 'کێشانەوەی وەجبە',
  batch_buyers: 'کڕیارانی وەجبە',
  batches: 'وەجبەکان',
};
