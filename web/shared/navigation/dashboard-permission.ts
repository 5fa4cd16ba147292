/** The permission of any card shows the dashboard. */
export const DASHBOARD_PERMISSION = [
  'reports/sales',
  'cashes/balance_view',
  'reports/customers_statement',
  'reports/suppliers_statement',
  'stocks/index',
  'reports/expired_items',
  'reports/slow_stock',
  'online_orders/show',
  'reports/most_active_items',
].join('##');
