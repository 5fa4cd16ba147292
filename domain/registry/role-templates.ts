/**
 * Templates of common roles, from which a new role starts. A template is a list of permissions and grants nothing by
 * itself: the person who enters the role must hold all of them (`authority.ts`).
 */
import { documents } from './documents.ts';
import { actionsOf, allPermissions } from './permissions.ts';
import { reports } from './reports.ts';
import { TILL_PERMISSIONS } from './till-permissions.ts';

export const ROLE_TEMPLATES = ['manager', 'accountant', 'sales_clerk', 'cashier', 'storekeeper'] as const;
export type RoleTemplate = (typeof ROLE_TEMPLATES)[number];

const READING = ['index', 'show', 'history'];

const all = (...resources: readonly string[]): string[] =>
  resources.flatMap((resource) => actionsOf(resource).map((action) => `${resource}/${action}`));

const reading = (...resources: readonly string[]): string[] =>
  resources.flatMap((resource) =>
    actionsOf(resource)
      .filter((action) => READING.includes(action))
      .map((action) => `${resource}/${action}`),
  );

/** All documents of a business folder, so that later documents are included automatically. */
const documentsOf = (...folders: readonly string[]): string[] =>
  documents.filter(({ folder }) => folders.includes(folder)).map(({ resource }) => resource);

/** Reports that can be filtered by such records, without those that only show costs. */
const reportsBy = (resource: string): string[] =>
  reports
    .filter(({ lookups, needsCost }) => lookups.includes(resource) && !needsCost)
    .map(({ permission }) => permission);

/** Documents of selling and returning, without prices below the minimum. */
const SELLING = ['sales', 'sale_returns', 'quotations', 'online_orders', 'warranty_claims', 'customer_transactions'];

const PERMISSIONS: Readonly<Record<RoleTemplate, () => readonly string[]>> = {
  manager: allPermissions,
  accountant: () => [
    ...all(...documentsOf('cash', 'assets')),
    ...all('cash_transactions', 'customer_transactions', 'supplier_transactions', 'settlements', 'payment_reminders'),
    ...all('general_journals', 'revaluations', 'payrolls', 'currency_rates', 'opening_balances'),
    ...all('period_locks', 'landed_costs'),
    ...all('expense_types', 'income_types', 'ledger_accounts', 'fixed_assets'),
    ...reading('sales', 'sale_returns', 'purchases', 'purchase_returns', 'customers', 'suppliers', 'items'),
    ...reading('cashes', 'pos_sales', 'closing_drawers', 'taxes', 'stockholders'),
    'cashes/balance_view',
    'items/show_cost',
    'stocks/index',
    ...all('reports', 'financial_reports'),
  ],
  sales_clerk: () => [
    ...all(...SELLING).filter((permission) => permission !== 'sales/below_minimum_price'),
    ...reading('items', 'customers', 'promotions', 'pricing_profiles'),
    'customers/store',
    'customers/update',
    'stocks/index',
    'reports/serial_numbers',
  ],
  cashier: () => [...TILL_PERMISSIONS].filter((permission) => permission !== 'sales/below_minimum_price'),
  storekeeper: () => [
    ...all('purchases', 'stock_transfers', 'count_rounds', 'inventory_adjustments', 'asset_disposals', 'conversions'),
    ...all('batch_corrections', 'batch_holds', 'warranty_claims', 'landed_costs'),
    ...reading('items', 'suppliers', 'productions', 'units', 'categories', 'brands', 'inventories'),
    'stocks/index',
    ...reportsBy('inventories'),
  ],
};

/** The permissions of a template without duplicates, in display order. */
export function templatePermissions(template: RoleTemplate): readonly string[] {
  const held = new Set(PERMISSIONS[template]());
  return allPermissions().filter((permission) => held.has(permission));
}
