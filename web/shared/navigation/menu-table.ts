/**
 * The menu: sections of the specification (section 2), groups in them, and the screens. The side menu, the palette, the
 * tiles of the home page and the permission tree (`read-api/people/permission-tree.ts`) are derived from this table. An
 * entry is visible with its permission; a section or group with at least one visible entry. A document's entry
 * determines the addresses of its screens and every link to it. Names of documents are in
 * `languages/names/documents-*.ts`; others are `shell:menu.<name>` in the web and `languages/permissions/` in the tree.
 */

import { isSwitchedOff } from '../../../domain/organisation/features.ts';
import { reports } from '../../../domain/registry/reports.ts';
import { DASHBOARD_PERMISSION } from './dashboard-permission.ts';
import { mayOpen } from './screen.ts';

export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly permission: string;
  /** It requires `items/show_cost` too. */
  readonly needsCost?: true;
  /** Shown as a tile on the home page. */
  readonly tile?: true;
  /** The kind of document that the screen lists, which is named in `languages/names/documents-*.ts`. */
  readonly kind?: string;
  /** It is named in `languages/names/reports-*.ts`. */
  readonly isReport?: true;
  /** The screen's name differs from its documents'. */
  readonly hasOwnName?: true;
}

export interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  /** Resources without an entry whose permissions are placed here. */
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
/** The list of a kind of document; its page is below it. `name` is its name in the menu, default the resource. */
export const document = (
  kind: string,
  resource: string,
  path: string,
  { name = resource, ...more }: { readonly name?: string; readonly tile?: true } = {},
): MenuEntry => ({ name, path, permission: `${resource}/index`, kind, ...more });
const group = (name: string, entries: readonly MenuEntry[], besides: readonly string[] = []): MenuGroup => ({
  name,
  entries,
  besides,
});

/** The reports of a group, or those without one. */
const reportEntries = (of: string | undefined): readonly MenuEntry[] =>
  reports
    .filter(({ group, isUnlisted }) => group === of && !isUnlisted)
    .map(({ name, path, permission, isTile, needsCost }) => ({
      name,
      path,
      permission,
      isReport: true,
      ...(needsCost && { needsCost }),
      ...(isTile && { tile: true }),
    }));

export const MENU: readonly MenuSection[] = [
  { name: 'dashboard', entries: [tile('dashboard', '/dashboard', DASHBOARD_PERMISSION)] },
  {
    name: 'sales',
    entries: [
      document('sale', 'sales', '/sales/sales', { tile: true }),
      document('sale_return', 'sale_returns', '/sales/sale-returns'),
      document('sale_transfer', 'sale_transfers', '/sales/sale-transfers'),
      document('sale_transfer_return', 'sale_transfer_returns', '/sales/sale-transfer-return'),
      document('quotation', 'quotations', '/sales/sale-quotations'),
      entry('salesman_sales', '/sales/salesman-sales', 'salesman_sales/index'),
      entry('promotions', '/sales/promotions', 'promotions/index'),
      entry('salesmen', '/sales/salesmen', 'salesmen/index'),
      document('warranty_claim', 'warranty_claims', '/sales/warranty-claims'),
      document('salesman_commission', 'salesman_commissions', '/sales/salesman-commissions'),
      group('online_orders', [
        { ...document('online_order', 'online_orders', '/sales/online-orders'), permission: 'online_orders/show' },
        tile('home_delivery', '/sales/home-delivery', 'online_orders/home_delivery'),
        entry('drivers_round', '/sales/home-delivery/round', 'online_orders/home_delivery'),
        entry('order_history', '/sales/order-history', 'online_orders/history'),
      ]),
      group(
        'pos',
        [
          document('pos_sale', 'pos_sales', '/sales/pos-sales'),
          document('drawer', 'closing_drawers', '/sales/closing-drawer'),
          document('app_settlement', 'app_settlements', '/sales/app-settlements'),
          entry('price_checker', '/sales/barcode-price-checker', 'items/index'),
          entry('till_reviews', '/sales/till-reviews', 'pos_sales/review##closing_drawers/review'),
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
      document('customer_transaction', 'customer_transactions', '/customers/transactions', { tile: true }),
      document('payment_reminder', 'payment_reminders', '/customers/payment-reminders'),
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
      document('stock_transfer', 'stock_transfers', '/warehouse/items-transfers'),
      document('count_round', 'count_rounds', '/warehouse/counting-rounds'),
      document('inventory_adjustment', 'inventory_adjustments', '/warehouse/inventory-adjustment'),
      document('direct_adjustment', 'inventory_direct_adjustments', '/warehouse/inventory-direct-adjustment', {
        name: 'direct_adjustments',
      }),
      document('batch_correction', 'batch_corrections', '/warehouse/batch-corrections'),
      document('batch_hold', 'batch_holds', '/warehouse/held-batches'),
      document('asset_disposal', 'asset_disposals', '/warehouse/destructed-assets'),
      document('conversion', 'conversions', '/warehouse/conversions'),
      document('production', 'productions', '/warehouse/productions'),
      entry('collections', '/warehouse/collections', 'collections/index'),
      entry('mixtures', '/warehouse/mixtures', 'mixtures/index'),
      entry('raw_materials', '/warehouse/raw-materials', 'raw_materials/index'),
    ],
  },
  {
    name: 'purchases',
    entries: [
      document('purchase', 'purchases', '/purchases/purchases', { tile: true }),
      document('purchase_return', 'purchase_returns', '/purchases/purchases-returns'),
      document('purchase_order', 'purchase_orders', '/purchases/purchase-orders'),
      document('landed_cost', 'landed_costs', '/purchases/landed-costs'),
    ],
  },
  {
    name: 'suppliers',
    entries: [
      tile('suppliers', '/suppliers/suppliers', 'suppliers/index'),
      document('supplier_transaction', 'supplier_transactions', '/suppliers/transactions', { tile: true }),
    ],
  },
  {
    name: 'accounting',
    entries: [
      group('expense_group', [
        document('expense', 'expenses', '/accounting/expenses', { tile: true }),
        entry('expense_types', '/accounting/expense-types', 'expense_types/index'),
      ]),
      group('income_group', [
        document('income', 'incomes', '/accounting/incomes', { tile: true }),
        entry('income_types', '/accounting/income-types', 'income_types/index'),
      ]),
      group('cash_and_banks', [
        tile('cashes', '/accounting/cash-and-banks', 'cashes/index'),
        document('cash_transfer', 'cash_transactions', '/accounting/transfer-transactions', {
          name: 'transfer_transactions',
        }),
        document('remittance', 'remittances', '/accounting/remittances'),
        entry('currency_rates', '/accounting/currency-rates', 'currency_rates/index'),
        entry('currencies', '/settings/currencies', 'currencies/index'),
      ]),
      document('general_journal', 'general_journals', '/accounting/general-journals'),
      document('settlement', 'settlements', '/accounting/settlements'),
      entry('chart_of_accounts', '/accounting/chart-of-accounts', 'ledger_accounts/index'),
      document('revaluation', 'revaluations', '/accounting/revaluations'),
      entry('recalculations', '/accounting/recalculations', 'recalculations/index'),
      entry('pricing_profiles', '/accounting/pricing-profile', 'pricing_profiles/index'),
      document('item_pricing', 'item_pricings', '/accounting/items-pricing'),
      entry('taxes', '/accounting/taxes', 'taxes/index'),
      document('tax_payment', 'tax_payments', '/accounting/tax-payments'),
      group('capital', [
        entry('stockholders', '/accounting/stockholders', 'stockholders/index'),
        document('capital_transaction', 'capital_transactions', '/accounting/capital-transactions'),
        document('dividend', 'dividends', '/accounting/dividends'),
        entry('fixed_assets', '/accounting/fixed-assets', 'fixed_assets/index'),
        entry('asset_types', '/accounting/asset-types', 'asset_types/index'),
        document('asset_purchase', 'asset_purchases', '/accounting/asset-purchases'),
        document('depreciation', 'depreciations', '/accounting/depreciations'),
        document('asset_sale', 'asset_sales', '/accounting/asset-sales'),
      ]),
    ],
  },
  {
    name: 'reports',
    entries: [
      group('financial_reports', reportEntries('financial_reports')),
      ...reportEntries(undefined),
      group('auditing', [
        entry('events', '/ledger/events', 'model_loges/events_log'),
        entry('what_changed', '/audit/what-changed', 'financial_reports/trial_balance'),
        { ...entry('book_exports', '/audit/exports', 'financial_reports/export'), needsCost: true },
      ]),
    ],
  },
  {
    name: 'staff',
    entries: [
      tile('users', '/staff', 'users/index'),
      entry('roles', '/roles-and-permissions', 'roles/index'),
      entry('pins', '/pins', 'user_pins/index'),
      document('payroll', 'payrolls', '/staff/payrolls'),
      entry('online_activity', '/staff/online-activity', 'users/show_online_activity'),
      entry('system_logs', '/staff/system-logs', 'model_loges/system_log'),
    ],
  },
  {
    name: 'preferences',
    entries: [
      entry('system_configurations', '/settings/system-configurations', 'system_settings/show'),
      entry('system_profile', '/settings/system-profile', 'system_profiles/show'),
      entry('print_templates', '/settings/print-templates', 'print_templates/index'),
      entry('pos_settings', '/settings/pos', 'tills/index##pos_sales/index##pos_sales/store##till_settings/show'),
      entry('outlets', '/settings/outlets', 'outlets/index'),
      entry('inventories', '/settings/inventories', 'inventories/index'),
      entry('financial_years', '/settings/financial-year', 'financial_years/index'),
      entry('locked_days', '/settings/locked-days', 'period_locks/show'),
      entry('cities', '/settings/cities', 'cities/index'),
      entry('countries', '/settings/countries', 'countries/index'),
      group('opening_balance', [
        entry('moving_in', '/settings/opening-balance/moving-in', 'opening_balances/index'),
        entry('old_accounts', '/settings/opening-balance/old-accounts', 'old_accounts/index'),
        {
          ...entry(
            'accounting_opening_balance',
            '/settings/opening-balance/accounting-opening-balance',
            'opening_balances/index',
          ),
          kind: 'opening_balance',
          hasOwnName: true,
        },
        entry(
          'inventory_opening_balance',
          '/settings/opening-balance/inventory-opening-balance',
          'opening_balances/index',
        ),
        document('opening_item', 'opening_items', '/settings/opening-balance/opening-invoices'),
      ]),
      group('mobile_app', [
        entry('mobile_sections', '/settings/mobile-app/home-sections', 'mobile_sections/index'),
        entry('shop_preview', '/shop-preview', 'mobile_sections/index'),
        entry('slider_images', '/settings/mobile-app/slider-images', 'slider_images/index'),
        entry('app_settings', '/settings/mobile-app/app-settings', 'app_settings/show'),
        entry('delivery_zones', '/settings/mobile-app/delivery-zones', 'delivery_zones/index'),
        entry('online_customers', '/settings/mobile-app/online-customers', 'online_customers/index'),
        entry(
          'cancellation_messages',
          '/settings/mobile-app/online-order-cancellation',
          'order_cancellation_messages/index',
        ),
      ]),
    ],
    besides: ['year_closes', 'table_views', 'tills', 'till_settings'],
  },
];

export const isGroup = (value: MenuEntry | MenuGroup): value is MenuGroup => 'entries' in value;

/** The screens of a section, including those in groups. */
export const entriesOf = (section: MenuSection): readonly MenuEntry[] =>
  section.entries.flatMap((entry) => (isGroup(entry) ? entry.entries : [entry]));

const resourceOf = (permission: string): string => permission.slice(0, permission.indexOf('/'));

/** The sections, groups and entries that a person may see, without modules switched off in `settings`. */
export function permittedMenu(
  permitted: (permission: string) => boolean,
  settings?: Readonly<Record<string, unknown>> | null,
): readonly MenuSection[] {
  const isShown = (entry: MenuEntry) =>
    mayOpen(permitted, entry) && !isSwitchedOff(settings, resourceOf(entry.permission));
  return MENU.map((section) => ({
    ...section,
    entries: section.entries
      .map((entry) => (isGroup(entry) ? { ...entry, entries: entry.entries.filter(isShown) } : entry))
      .filter((value) => (isGroup(value) ? value.entries.length > 0 : isShown(value))),
  })).filter((section) => section.entries.length > 0);
}
