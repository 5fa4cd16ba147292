/** The business folder in which each record and document is declared: what its operations stand under in the API document. */

export const BUSINESS_FOLDERS = {
  sales: [
    ...['sales', 'salesman_sales', 'sale_returns', 'quotations', 'online_orders', 'order_cancellation_messages'],
    ...['promotions', 'sale_transfers', 'sale_transfer_returns', 'salesmen', 'salesman_commissions'],
  ],
  till: ['pos_sales', 'closing_drawers', 'app_settlements'],
  purchasing: ['purchases', 'purchase_returns', 'purchase_orders'],
  stock: [
    ...['inventories', 'stock_transfers', 'inventory_adjustments', 'inventory_direct_adjustments', 'asset_disposals'],
    ...['conversions', 'productions', 'collections', 'mixtures', 'raw_materials'],
  ],
  catalogue: ['items', 'item_pricings', 'pricing_profiles', 'brands', 'categories', 'units', 'taxes'],
  parties: [
    ...['customers', 'customer_groups', 'customer_transactions', 'suppliers', 'supplier_transactions'],
    ...['cities', 'countries'],
  ],
  cash: ['cashes', 'cash_transactions', 'remittances', 'expenses', 'expense_types', 'incomes', 'income_types'],
  equity: ['stockholders', 'capital_transactions', 'dividends'],
  assets: ['fixed_assets', 'asset_types', 'asset_purchases', 'depreciations'],
  ledger: [
    ...['ledger_accounts', 'general_journals', 'opening_balances', 'revaluations', 'recalculations', 'year_closes'],
  ],
  organisation: ['system_settings', 'system_profiles', 'outlets', 'financial_years', 'currencies', 'currency_rates'],
  people: ['users', 'roles', 'tills', 'payrolls'],
  mobile: ['app_settings', 'mobile_sections', 'online_customers', 'slider_images'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type BusinessFolder = keyof typeof BUSINESS_FOLDERS;

const byResource = new Map(
  Object.entries(BUSINESS_FOLDERS).flatMap(([folder, resources]) =>
    resources.map((resource) => [resource as string, folder as BusinessFolder]),
  ),
);

/** Throws for a resource of no folder. */
export function businessFolderOf(resource: string): BusinessFolder {
  const folder = byResource.get(resource);
  if (!folder) throw new Error(`${resource} stands in no business folder`);
  return folder;
}
