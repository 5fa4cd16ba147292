/** The roles of the demonstration's staff: permissions by what a person does all day. */
import { actionsOf, allPermissions } from '../../domain/people/permissions.ts';

const READING = ['index', 'show', 'history'];

const all = (...resources: readonly string[]): string[] =>
  resources.flatMap((resource) => actionsOf(resource).map((action) => `${resource}/${action}`));

const reading = (...resources: readonly string[]): string[] =>
  resources.flatMap((resource) =>
    actionsOf(resource)
      .filter((action) => READING.includes(action))
      .map((action) => `${resource}/${action}`),
  );

export const ROLES: Readonly<Record<string, readonly string[]>> = {
  Manager: allPermissions(),
  Accountant: [
    ...all(
      'expenses',
      'incomes',
      'cash_transactions',
      'customer_transactions',
      'supplier_transactions',
      'payment_reminders',
    ),
    ...all('general_journals', 'revaluations', 'payrolls', 'currency_rates', 'depreciations', 'remittances'),
    ...reading('sales', 'sale_returns', 'purchases', 'purchase_returns', 'customers', 'suppliers', 'items'),
    ...all('reports', 'financial_reports'),
  ],
  Cashier: [...all('pos_sales', 'closing_drawers'), ...reading('items', 'customers')],
  'Sales clerk': [
    ...all('sales', 'sale_returns', 'quotations', 'online_orders', 'customer_transactions'),
    ...reading('items', 'customers', 'promotions'),
  ],
  Storekeeper: [
    ...all('purchases', 'stock_transfers', 'inventory_adjustments', 'asset_disposals', 'conversions'),
    ...reading('items', 'suppliers', 'productions'),
  ],
};
