/**
 * The section of an account in each statement: by its key, otherwise by its heading, so that a new account is in every
 * statement exactly once.
 */
import { GOODS_KEYS, isCashAccount, isSystemKey } from '../../domain/chart/chart.ts';
import type { Chart, ChartAccount } from '../books/chart.ts';

export type IncomeSection = 'revenue' | 'cost_of_sales' | 'other_income' | 'operating_expenses' | 'exchange';
export type BalanceSection = 'assets' | 'liabilities' | 'equity';
/** Sections of a direct cash flow, by purpose. */
export type CashSection =
  | 'customers'
  | 'suppliers'
  | 'expenses'
  | 'other_income'
  | 'owners'
  | 'investing'
  | 'exchange'
  | 'transfers'
  | 'opening'
  | 'rest';
/** Sections of an indirect cash flow, by the changed balance. */
export type ChangeSection = 'operating' | 'investing' | 'financing';

const SALES: ReadonlySet<string> = new Set([
  'sales',
  'sales-returns',
  'sales-discounts',
  'delivery-income',
  'sale-transfers',
]);
const OF_CUSTOMERS: ReadonlySet<string> = new Set([
  ...SALES,
  'receivable',
  'receivable-revaluation',
  'customer-advances',
  'output-tax',
  'rounding',
  'app-clearing',
]);
const OF_SUPPLIERS: ReadonlySet<string> = new Set([
  'payable',
  'payable-revaluation',
  'supplier-advances',
  'supplier-claims',
  'input-tax',
  'goods-received-not-billed',
  'purchase-discounts',
]);
/** Accounts of fixed assets: purchase, sale, depreciation. */
const OF_ASSETS: ReadonlySet<string> = new Set([
  'fixed-assets',
  'accumulated-depreciation',
  'depreciation',
  'asset-sale-gain',
  'asset-sale-loss',
]);
const OF_PEOPLE: ReadonlySet<string> = new Set(['payroll-payable', 'commission-payable', 'staff-receivable']);

export function headingOf(chart: Chart, account: ChartAccount): string {
  let at = account;
  for (let up = at.parent; up !== null; up = at.parent) {
    const parent = chart.get(up);
    if (!parent) break;
    at = parent;
  }
  return at.key;
}

export function incomeSection(chart: Chart, account: ChartAccount): IncomeSection {
  if (SALES.has(account.key)) return 'revenue';
  if (account.key.startsWith('fx-')) return 'exchange';
  const heading = headingOf(chart, account);
  if (heading === 'costs') return 'cost_of_sales';
  if (heading === 'expenses') return 'operating_expenses';
  return heading === 'revenue' || account.side === 'credit' ? 'other_income' : 'operating_expenses';
}

export function balanceSection(chart: Chart, account: ChartAccount): BalanceSection {
  const heading = headingOf(chart, account);
  if (heading === 'assets' || heading === 'liabilities' || heading === 'equity') return heading;
  return account.side === 'debit' ? 'assets' : 'liabilities';
}

export const isCash = (account: ChartAccount): boolean =>
  isSystemKey(account.key) && isCashAccount({ key: account.key });

/** Accounts of the cost of goods belong to goods: an issue moves value from inventory to cost. */
export const isGoods = (account: ChartAccount): boolean => GOODS_KEYS.has(account.key);

export function cashSection(chart: Chart, account: ChartAccount): CashSection {
  const { key } = account;
  if (isCash(account) || key === 'inter-outlet') return 'transfers';
  if (OF_CUSTOMERS.has(key)) return 'customers';
  if (OF_SUPPLIERS.has(key) || isGoods(account)) return 'suppliers';
  if (key.startsWith('fx-')) return 'exchange';
  if (OF_ASSETS.has(key)) return 'investing';
  if (OF_PEOPLE.has(key)) return 'expenses';
  const heading = headingOf(chart, account);
  if (heading === 'equity' || key === 'dividends-payable') return 'owners';
  if (heading === 'expenses' || heading === 'costs') return 'expenses';
  return heading === 'revenue' ? 'other_income' : 'rest';
}

export function changeSection(chart: Chart, account: ChartAccount): ChangeSection {
  if (headingOf(chart, account) === 'equity' || account.key === 'dividends-payable') return 'financing';
  return account.key === 'fixed-assets' ? 'investing' : 'operating';
}
