/** The names of each report in Arabic: in the menu, in headings and in permissions. */
import type { Words } from '../language.ts';

export const reportsAr: Words = {
  trial_balance: 'ميزان المراجعة',
  income_statement: 'قائمة الدخل',
  balance_sheet: 'الميزانية العمومية',
  cash_flow: 'التدفقات النقدية',
  general_ledger: 'دفتر الأستاذ العام',
  journal_report: 'دفتر اليومية',
  cash_book: 'دفتر الصندوق والبنك',
  sales_report: 'تقرير المبيعات',
  promotions_report: 'تقرير العروض',
  tax_report: 'تقرير الضريبة',
  items_profit: 'أرباح المواد',
  most_active_items: 'المواد الأكثر حركة',
  inventory_report: 'المخزون في تاريخ',
  item_transactions: 'حركات المادة',
  customers_statement: 'كشف حساب زبون',
  suppliers_statement: 'كشف حساب مورّد',
  customers_ageing: 'أعمار ديون الزبائن',
  suppliers_ageing: 'أعمار مستحقات المورّدين',
  stock_valuation: 'تقييم المخزون',
  slow_stock: 'المخزون البطيء والراكد',
  expired_items: 'المواد المنتهية الصلاحية',
  batch_recall: 'استدعاء تشغيلة',
  batch_buyers: 'مشترو تشغيلة',
  batches: 'التشغيلات',
};
