/**
 * Permissions of a session at a till, whatever the role of the user: receipts, drawers, and the look-ups of selling.
 * Drawers are approved and reopened in the back office. A PIN of a few digits must not grant more than this
 * (decisions/0042).
 */
const TILL_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  pos_sales: [
    'index',
    'show',
    'store',
    'update',
    'complete',
    'destroy',
    'return_to_draft',
    'history',
    'refund_without_receipt',
  ],
  closing_drawers: ['index', 'show', 'store', 'update', 'close', 'history'],
  customers: ['index', 'show', 'store'],
  customer_groups: ['index', 'show'],
  items: ['index', 'show'],
  categories: ['index', 'show'],
  brands: ['index', 'show'],
  units: ['index', 'show'],
  taxes: ['index', 'show'],
  promotions: ['index', 'show'],
  pricing_profiles: ['index', 'show'],
  currencies: ['index', 'show'],
  currency_rates: ['index', 'show'],
  stocks: ['index'],
  // Permission for a field of a receipt's line.
  sales: ['below_minimum_price'],
};

export const TILL_PERMISSIONS: ReadonlySet<string> = new Set(
  Object.entries(TILL_ACTIONS).flatMap(([resource, actions]) => actions.map((action) => `${resource}/${action}`)),
);
