/**
 * The side menu: sections of the specification (section 2) with the screens that exist. An entry is shown to
 * whoever holds its permission; a section without a permitted entry is not shown. The palette and the tiles of
 * the home page read the same table. Labels are `shell:menu.<name>`.
 */
import {
  BookOpen,
  Boxes,
  ChartColumn,
  IdCard,
  Landmark,
  type LucideIcon,
  Package,
  Receipt,
  Settings2,
  ShoppingCart,
  Truck,
  Users,
} from 'lucide-react';

export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly permission: string;
  /** Shown as a tile on the home page. */
  readonly tile?: boolean;
}

export interface MenuSection {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly entries: readonly MenuEntry[];
}

export const MENU: readonly MenuSection[] = [
  {
    name: 'sales',
    icon: Receipt,
    entries: [
      { name: 'sales', path: '/sales/sales', permission: 'sales/index', tile: true },
      { name: 'sale_returns', path: '/sales/sale-returns', permission: 'sale_returns/index' },
      { name: 'sale_transfers', path: '/sales/sale-transfers', permission: 'sale_transfers/index' },
      { name: 'sale_transfer_returns', path: '/sales/sale-transfer-return', permission: 'sale_transfer_returns/index' },
      { name: 'quotations', path: '/sales/sale-quotations', permission: 'quotations/index' },
      { name: 'salesman_sales', path: '/sales/salesman-sales', permission: 'salesman_sales/index' },
      { name: 'promotions', path: '/sales/promotions', permission: 'promotions/index' },
      { name: 'salesmen', path: '/sales/salesmen', permission: 'salesmen/index' },
      { name: 'salesman_commissions', path: '/sales/salesman-commissions', permission: 'salesman_commissions/index' },
    ],
  },
  {
    name: 'customers',
    icon: Users,
    entries: [
      { name: 'customers', path: '/customers/customers', permission: 'customers/index', tile: true },
      {
        name: 'customer_transactions',
        path: '/customers/transactions',
        permission: 'customer_transactions/index',
        tile: true,
      },
    ],
  },
  {
    name: 'warehouse',
    icon: Boxes,
    entries: [
      { name: 'items', path: '/warehouse/items', permission: 'items/index', tile: true },
      { name: 'categories', path: '/warehouse/categories', permission: 'categories/index' },
      { name: 'brands', path: '/settings/brands', permission: 'brands/index' },
      { name: 'units', path: '/settings/units', permission: 'units/index' },
      { name: 'stock_transfers', path: '/warehouse/items-transfers', permission: 'stock_transfers/index' },
      {
        name: 'inventory_adjustments',
        path: '/warehouse/inventory-adjustment',
        permission: 'inventory_adjustments/index',
      },
      {
        name: 'direct_adjustments',
        path: '/warehouse/inventory-direct-adjustment',
        permission: 'inventory_direct_adjustments/index',
      },
      { name: 'asset_disposals', path: '/warehouse/destructed-assets', permission: 'asset_disposals/index' },
      { name: 'conversions', path: '/warehouse/conversions', permission: 'conversions/index' },
      { name: 'productions', path: '/warehouse/productions', permission: 'productions/index' },
      { name: 'collections', path: '/warehouse/collections', permission: 'collections/index' },
      { name: 'mixtures', path: '/warehouse/mixtures', permission: 'mixtures/index' },
      { name: 'raw_materials', path: '/warehouse/raw-materials', permission: 'raw_materials/index' },
    ],
  },
  {
    name: 'purchases',
    icon: ShoppingCart,
    entries: [
      { name: 'purchases', path: '/purchases/purchases', permission: 'purchases/index', tile: true },
      { name: 'purchase_returns', path: '/purchases/purchases-returns', permission: 'purchase_returns/index' },
      { name: 'purchase_orders', path: '/purchases/purchase-orders', permission: 'purchase_orders/index' },
    ],
  },
  {
    name: 'suppliers',
    icon: Truck,
    entries: [
      { name: 'suppliers', path: '/suppliers/suppliers', permission: 'suppliers/index', tile: true },
      {
        name: 'supplier_transactions',
        path: '/suppliers/transactions',
        permission: 'supplier_transactions/index',
        tile: true,
      },
    ],
  },
  {
    name: 'accounting',
    icon: BookOpen,
    entries: [
      { name: 'expenses', path: '/accounting/expenses', permission: 'expenses/index', tile: true },
      { name: 'expense_types', path: '/accounting/expense-types', permission: 'expense_types/index' },
      { name: 'incomes', path: '/accounting/incomes', permission: 'incomes/index', tile: true },
      { name: 'income_types', path: '/accounting/income-types', permission: 'income_types/index' },
      {
        name: 'transfer_transactions',
        path: '/accounting/transfer-transactions',
        permission: 'cash_transactions/index',
      },
      { name: 'cashes', path: '/accounting/cash-and-banks', permission: 'cashes/index', tile: true },
      { name: 'general_journals', path: '/accounting/general-journals', permission: 'general_journals/index' },
      { name: 'chart_of_accounts', path: '/accounting/chart-of-accounts', permission: 'ledger_accounts/index' },
      { name: 'revaluations', path: '/accounting/revaluations', permission: 'revaluations/index' },
      { name: 'recalculations', path: '/accounting/recalculations', permission: 'recalculations/index' },
      { name: 'currency_rates', path: '/accounting/currency-rates', permission: 'currency_rates/index' },
      { name: 'taxes', path: '/accounting/taxes', permission: 'taxes/index' },
    ],
  },
  {
    name: 'capital',
    icon: Landmark,
    entries: [
      { name: 'stockholders', path: '/accounting/stockholders', permission: 'stockholders/index' },
      {
        name: 'capital_transactions',
        path: '/accounting/capital-transactions',
        permission: 'capital_transactions/index',
      },
      { name: 'dividends', path: '/accounting/dividends', permission: 'dividends/index' },
      { name: 'remittances', path: '/accounting/remittances', permission: 'remittances/index' },
      { name: 'fixed_assets', path: '/accounting/fixed-assets', permission: 'fixed_assets/index' },
      { name: 'asset_purchases', path: '/accounting/asset-purchases', permission: 'asset_purchases/index' },
      { name: 'depreciations', path: '/accounting/depreciations', permission: 'depreciations/index' },
    ],
  },
  {
    name: 'staff',
    icon: IdCard,
    entries: [{ name: 'payrolls', path: '/staff/payrolls', permission: 'payrolls/index' }],
  },
  {
    name: 'reports',
    icon: ChartColumn,
    entries: [
      {
        name: 'trial_balance',
        path: '/reports/financial-reports/trial-balance',
        permission: 'financial_reports/trial_balance',
        tile: true,
      },
      {
        name: 'income_statement',
        path: '/reports/financial-reports/income-statement',
        permission: 'financial_reports/income_statement',
      },
      {
        name: 'balance_sheet',
        path: '/reports/financial-reports/balance-sheet',
        permission: 'financial_reports/balance_sheet',
      },
      { name: 'cash_flow', path: '/reports/financial-reports/cash-flow', permission: 'financial_reports/cash_flow' },
      {
        name: 'general_ledger',
        path: '/reports/financial-reports/general-ledger',
        permission: 'financial_reports/general_ledger',
      },
      { name: 'journal_report', path: '/reports/financial-reports/journal', permission: 'financial_reports/journal' },
      { name: 'cash_book', path: '/reports/financial-reports/cash-book', permission: 'financial_reports/cash_book' },
      { name: 'sales_report', path: '/reports/sales', permission: 'reports/sales' },
      { name: 'items_profit', path: '/reports/items-profit', permission: 'reports/items_profits' },
      { name: 'most_active_items', path: '/reports/most-active-items', permission: 'reports/most_active_items' },
      { name: 'inventory_report', path: '/reports/inventories', permission: 'reports/inventory' },
      { name: 'item_transactions', path: '/reports/item-transaction', permission: 'reports/item_transactions' },
      { name: 'customers_statement', path: '/reports/customer-statements', permission: 'reports/customers_statement' },
      { name: 'suppliers_statement', path: '/reports/supplier-statements', permission: 'reports/suppliers_statement' },
      { name: 'customers_ageing', path: '/reports/customer-ageing', permission: 'reports/customers_statement' },
      { name: 'suppliers_ageing', path: '/reports/supplier-ageing', permission: 'reports/suppliers_statement' },
      { name: 'stock_valuation', path: '/reports/stock-valuation', permission: 'reports/stock_valuation' },
      { name: 'events', path: '/ledger/events', permission: 'model_loges/events_log' },
      { name: 'what_changed', path: '/audit/what-changed', permission: 'financial_reports/trial_balance' },
      { name: 'book_exports', path: '/audit/exports', permission: 'financial_reports/export' },
    ],
  },
  {
    name: 'preferences',
    icon: Settings2,
    entries: [
      { name: 'outlets', path: '/settings/outlets', permission: 'outlets/index' },
      { name: 'inventories', path: '/settings/inventories', permission: 'inventories/index' },
      { name: 'financial_years', path: '/settings/financial-year', permission: 'financial_years/index' },
      {
        name: 'accounting_opening_balance',
        path: '/settings/opening-balance/accounting-opening-balance',
        permission: 'opening_balances/index',
      },
      {
        name: 'inventory_opening_balance',
        path: '/settings/opening-balance/inventory-opening-balance',
        permission: 'opening_balances/index',
      },
      { name: 'cities', path: '/settings/cities', permission: 'cities/index' },
    ],
  },
];

/** The icon of a tile is that of its section; goods have one of their own. */
export const TILE_ICONS: Readonly<Record<string, LucideIcon>> = { items: Package };

/** The sections and entries that a person may see. */
export function permittedMenu(can: (permission: string) => boolean): readonly MenuSection[] {
  return MENU.map((section) => ({
    ...section,
    entries: section.entries.filter((entry) => can(entry.permission)),
  })).filter((section) => section.entries.length > 0);
}
