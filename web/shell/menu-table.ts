/**
 * The menu: sections of the specification (section 2), groups in them, and the screens. The side menu, the palette,
 * the tiles of the home page and the tree of permissions (`read-api/people/permission-tree.ts`) are made from this one table. An
 * entry is shown to whoever holds its permission; a section or group without a permitted entry is not shown. Names
 * are shown by `shell:menu.<name>` in the web and by `languages/permissions/` in the tree.
 */

import { isSwitchedOff } from '../../domain/organisation/features.ts';

export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly permission: string;
  /** Shown as a tile on the home page. */
  readonly tile?: true;
}

export interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  /** Resources that have no entry of their own, whose permissions are given here. */
  readonly besides?: readonly string[];
}

export type SectionName =
  | 'dashboard'
  | 'sales'
  | 'customers'
  | 'warehouse'
  | 'purchases'
  | 'suppliers'
  | 'accounting'
  | 'reports'
  | 'staff'
  | 'preferences';

export interface MenuSection {
  readonly name: SectionName;
  readonly entries: readonly (MenuEntry | MenuGroup)[];
  readonly besides?: readonly string[];
}

const entry = (name: string, path: string, permission: string): MenuEntry => ({ name, path, permission });
const tile = (name: string, path: string, permission: string): MenuEntry => ({ name, path, permission, tile: true });
const group = (name: string, entries: readonly MenuEntry[], besides: readonly string[] = []): MenuGroup => ({
  name,
  entries,
  besides,
});

/** Whoever may see one of its cards sees the dashboard. */
export const DASHBOARD_PERMISSION = [
  ...['reports/sales', 'cashes/balance_view', 'reports/customers_statement', 'reports/suppliers_statement'],
  ...['online_orders/show', 'reports/most_active_items'],
].join('##');

export const MENU: readonly MenuSection[] = [
  { name: 'dashboard', entries: [tile('dashboard', '/dashboard', DASHBOARD_PERMISSION)] },
  {
    name: 'sales',
    entries: [
      tile('sales', '/sales/sales', 'sales/index'),
      entry('sale_returns', '/sales/sale-returns', 'sale_returns/index'),
      entry('sale_transfers', '/sales/sale-transfers', 'sale_transfers/index'),
      entry('sale_transfer_returns', '/sales/sale-transfer-return', 'sale_transfer_returns/index'),
      entry('quotations', '/sales/sale-quotations', 'quotations/index'),
      entry('salesman_sales', '/sales/salesman-sales', 'salesman_sales/index'),
      entry('promotions', '/sales/promotions', 'promotions/index'),
      entry('salesmen', '/sales/salesmen', 'salesmen/index'),
      entry('salesman_commissions', '/sales/salesman-commissions', 'salesman_commissions/index'),
      group('online_orders', [
        entry('online_orders', '/sales/online-orders', 'online_orders/show'),
        tile('home_delivery', '/sales/home-delivery', 'online_orders/home_delivery'),
        entry('order_history', '/sales/order-history', 'online_orders/history'),
      ]),
      group(
        'pos',
        [
          entry('pos_sales', '/sales/pos-sales', 'pos_sales/index'),
          entry('closing_drawers', '/sales/closing-drawer', 'closing_drawers/index'),
          entry('app_settlements', '/sales/app-settlements', 'app_settlements/index'),
        ],
        ['pos_admin_sales'],
      ),
    ],
  },
  {
    name: 'customers',
    entries: [
      tile('customers', '/customers/customers', 'customers/index'),
      entry('customer_groups', '/customers/customer-groups', 'customer_groups/index'),
      tile('customer_transactions', '/customers/transactions', 'customer_transactions/index'),
    ],
  },
  {
    name: 'warehouse',
    entries: [
      tile('stocks', '/warehouse/warehouse', 'stocks/index'),
      tile('items', '/warehouse/items', 'items/index'),
      entry('categories', '/warehouse/categories', 'categories/index'),
      entry('brands', '/settings/brands', 'brands/index'),
      entry('units', '/settings/units', 'units/index'),
      entry('stock_transfers', '/warehouse/items-transfers', 'stock_transfers/index'),
      entry('inventory_adjustments', '/warehouse/inventory-adjustment', 'inventory_adjustments/index'),
      entry('direct_adjustments', '/warehouse/inventory-direct-adjustment', 'inventory_direct_adjustments/index'),
      entry('asset_disposals', '/warehouse/destructed-assets', 'asset_disposals/index'),
      entry('conversions', '/warehouse/conversions', 'conversions/index'),
      entry('productions', '/warehouse/productions', 'productions/index'),
      entry('collections', '/warehouse/collections', 'collections/index'),
      entry('mixtures', '/warehouse/mixtures', 'mixtures/index'),
      entry('raw_materials', '/warehouse/raw-materials', 'raw_materials/index'),
    ],
  },
  {
    name: 'purchases',
    entries: [
      tile('purchases', '/purchases/purchases', 'purchases/index'),
      entry('purchase_returns', '/purchases/purchases-returns', 'purchase_returns/index'),
      entry('purchase_orders', '/purchases/purchase-orders', 'purchase_orders/index'),
    ],
  },
  {
    name: 'suppliers',
    entries: [
      tile('suppliers', '/suppliers/suppliers', 'suppliers/index'),
      tile('supplier_transactions', '/suppliers/transactions', 'supplier_transactions/index'),
    ],
  },
  {
    name: 'accounting',
    entries: [
      group('expense_group', [
        tile('expenses', '/accounting/expenses', 'expenses/index'),
        entry('expense_types', '/accounting/expense-types', 'expense_types/index'),
      ]),
      group('income_group', [
        tile('incomes', '/accounting/incomes', 'incomes/index'),
        entry('income_types', '/accounting/income-types', 'income_types/index'),
      ]),
      group('cash_and_banks', [
        tile('cashes', '/accounting/cash-and-banks', 'cashes/index'),
        entry('transfer_transactions', '/accounting/transfer-transactions', 'cash_transactions/index'),
        entry('remittances', '/accounting/remittances', 'remittances/index'),
        entry('currency_rates', '/accounting/currency-rates', 'currency_rates/index'),
        entry('currencies', '/settings/currencies', 'currencies/index'),
      ]),
      entry('general_journals', '/accounting/general-journals', 'general_journals/index'),
      entry('chart_of_accounts', '/accounting/chart-of-accounts', 'ledger_accounts/index'),
      entry('revaluations', '/accounting/revaluations', 'revaluations/index'),
      entry('recalculations', '/accounting/recalculations', 'recalculations/index'),
      entry('pricing_profiles', '/accounting/pricing-profile', 'pricing_profiles/index'),
      entry('item_pricings', '/accounting/items-pricing', 'item_pricings/index'),
      entry('taxes', '/accounting/taxes', 'taxes/index'),
      group('capital', [
        entry('stockholders', '/accounting/stockholders', 'stockholders/index'),
        entry('capital_transactions', '/accounting/capital-transactions', 'capital_transactions/index'),
        entry('dividends', '/accounting/dividends', 'dividends/index'),
        entry('fixed_assets', '/accounting/fixed-assets', 'fixed_assets/index'),
        entry('asset_types', '/accounting/asset-types', 'asset_types/index'),
        entry('asset_purchases', '/accounting/asset-purchases', 'asset_purchases/index'),
        entry('depreciations', '/accounting/depreciations', 'depreciations/index'),
      ]),
    ],
  },
  {
    name: 'reports',
    entries: [
      group('financial_reports', [
        tile('trial_balance', '/reports/financial-reports/trial-balance', 'financial_reports/trial_balance'),
        entry('income_statement', '/reports/financial-reports/income-statement', 'financial_reports/income_statement'),
        entry('balance_sheet', '/reports/financial-reports/balance-sheet', 'financial_reports/balance_sheet'),
        entry('cash_flow', '/reports/financial-reports/cash-flow', 'financial_reports/cash_flow'),
        entry('general_ledger', '/reports/financial-reports/general-ledger', 'financial_reports/general_ledger'),
        entry('journal_report', '/reports/financial-reports/journal', 'financial_reports/journal'),
        entry('cash_book', '/reports/financial-reports/cash-book', 'financial_reports/cash_book'),
      ]),
      entry('sales_report', '/reports/sales', 'reports/sales'),
      entry('promotions_report', '/reports/promotions', 'reports/promotions'),
      entry('items_profit', '/reports/items-profit', 'reports/items_profits'),
      entry('most_active_items', '/reports/most-active-items', 'reports/most_active_items'),
      entry('inventory_report', '/reports/inventories', 'reports/inventory'),
      entry('item_transactions', '/reports/item-transaction', 'reports/item_transactions'),
      entry('customers_statement', '/reports/customer-statements', 'reports/customers_statement'),
      entry('suppliers_statement', '/reports/supplier-statements', 'reports/suppliers_statement'),
      entry('customers_ageing', '/reports/customer-ageing', 'reports/customers_statement'),
      entry('suppliers_ageing', '/reports/supplier-ageing', 'reports/suppliers_statement'),
      entry('stock_valuation', '/reports/stock-valuation', 'reports/stock_valuation'),
      entry('expired_items', '/reports/expired-items', 'reports/expired_items'),
      group('auditing', [
        entry('events', '/ledger/events', 'model_loges/events_log'),
        entry('what_changed', '/audit/what-changed', 'financial_reports/trial_balance'),
        entry('book_exports', '/audit/exports', 'financial_reports/export'),
      ]),
    ],
  },
  {
    name: 'staff',
    entries: [
      tile('users', '/staff', 'users/index'),
      entry('roles', '/roles-and-permissions', 'roles/index'),
      entry('pins', '/pins', 'user_pins/index'),
      entry('payrolls', '/staff/payrolls', 'payrolls/index'),
      entry('online_activity', '/staff/online-activity', 'users/show_online_activity'),
      entry('system_logs', '/staff/system-logs', 'model_loges/system_log'),
    ],
  },
  {
    name: 'preferences',
    entries: [
      entry('system_configurations', '/settings/system-configurations', 'system_settings/show'),
      entry('system_profile', '/settings/system-profile', 'system_profiles/show'),
      entry('pos_settings', '/settings/pos', 'tills/index##pos_sales/index##pos_sales/store'),
      entry('outlets', '/settings/outlets', 'outlets/index'),
      entry('inventories', '/settings/inventories', 'inventories/index'),
      entry('financial_years', '/settings/financial-year', 'financial_years/index'),
      entry('cities', '/settings/cities', 'cities/index'),
      entry('countries', '/settings/countries', 'countries/index'),
      group('opening_balance', [
        entry(
          'accounting_opening_balance',
          '/settings/opening-balance/accounting-opening-balance',
          'opening_balances/index',
        ),
        entry(
          'inventory_opening_balance',
          '/settings/opening-balance/inventory-opening-balance',
          'opening_balances/index',
        ),
      ]),
      group('mobile_app', [
        entry('mobile_sections', '/settings/mobile-app/home-sections', 'mobile_sections/index'),
        entry('slider_images', '/settings/mobile-app/slider-images', 'slider_images/index'),
        entry('app_settings', '/settings/mobile-app/app-settings', 'app_settings/show'),
        entry('online_customers', '/settings/mobile-app/online-customers', 'online_customers/index'),
        entry(
          'cancellation_messages',
          '/settings/mobile-app/online-order-cancellation',
          'order_cancellation_messages/index',
        ),
      ]),
    ],
    besides: ['year_closes', 'table_views', 'tills'],
  },
];

export const isGroup = (value: MenuEntry | MenuGroup): value is MenuGroup => 'entries' in value;

/** The screens of a section, those of its groups among them. */
export const entriesOf = (section: MenuSection): readonly MenuEntry[] =>
  section.entries.flatMap((entry) => (isGroup(entry) ? entry.entries : [entry]));

const resourceOf = (permission: string): string => permission.slice(0, permission.indexOf('/'));

/** The sections, groups and entries that a person may see, without the modules that `settings` switch off. */
export function permittedMenu(
  permitted: (permission: string) => boolean,
  settings?: Readonly<Record<string, unknown>> | null,
): readonly MenuSection[] {
  const can = (permission: string) => permitted(permission) && !isSwitchedOff(settings, resourceOf(permission));
  return MENU.map((section) => ({
    ...section,
    entries: section.entries
      .map((entry) =>
        isGroup(entry) ? { ...entry, entries: entry.entries.filter((one) => can(one.permission)) } : entry,
      )
      .filter((value) => (isGroup(value) ? value.entries.length > 0 : can(value.permission))),
  })).filter((section) => section.entries.length > 0);
}
