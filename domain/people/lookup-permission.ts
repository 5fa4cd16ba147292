/**
 * Who may look something up: whoever may list it, and whoever may enter something that names it. A clerk who
 * enters sales finds customers and items without the right to read their lists.
 */
import { pricingProfile } from '../catalogue/pricing-profile.record.ts';
import { documentResources } from '../documents.ts';
import { lookupsIn } from '../kernel/lookups.ts';
import { records } from '../records.ts';
import { orderCancellationMessage } from '../sales/order-cancellation-message.record.ts';
import { actionsOf } from './permissions.ts';

/** Of a period, and of one outlet or of all. */
const BY_OUTLET = [
  ...[
    'trial_balance',
    'account_ledger',
    'income_statement',
    'balance_sheet',
    'cash_flow',
    'general_ledger',
    'journal',
  ].map((name) => `financial_reports/${name}`),
  ...['customers_statement', 'suppliers_statement', 'items_profits', 'most_active_items', 'sales', 'promotions'].map(
    (name) => `reports/${name}`,
  ),
];

/** Filters of reports, and what is given to staff. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  items: ['reports/item_transactions', 'reports/inventory', 'reports/expired_items'],
  inventories: [
    'reports/item_transactions',
    'reports/inventory',
    'reports/stock_valuation',
    'reports/expired_items',
    'users/change_outlets',
  ],
  customers: ['reports/customers_statement', 'reports/sales'],
  suppliers: ['reports/suppliers_statement'],
  cashes: ['financial_reports/cash_book', 'users/change_outlets'],
  currencies: ['reports/customers_statement', 'reports/suppliers_statement', 'financial_reports/trial_balance'],
  outlets: [...BY_OUTLET, 'users/change_outlets'],
  users: ['model_loges/events_log', 'user_pins/store', 'user_pins/update'],
  roles: ['users/set_roles'],
};

/** Whoever sells to a customer must know what it costs them. */
const SELLING = ['sales', 'salesman_sales', 'quotations', 'pos_sales'].flatMap((resource) =>
  ['index', 'store', 'update'].map((action) => `${resource}/${action}`),
);

/** A transition names the message, not the body of the order. */
const CANCELLING = 'online_orders/destroy';

export function lookupPermission(resource: string): string {
  const own = ['index', 'show'].filter((action) => actionsOf(resource).includes(action));
  const permissions = new Set(own.map((action) => `${resource}/${action}`));
  for (const { resource: naming, schema } of [
    ...documentResources.map((documentResource) => ({
      resource: documentResource.resource,
      schema: documentResource.body,
    })),
    ...records.map((record) => ({ resource: record.resource, schema: record.schema })),
  ]) {
    if (![...lookupsIn(schema).values()].includes(resource)) continue;
    const entering = ['index', 'store', 'update'].filter((action) => actionsOf(naming).includes(action));
    for (const action of entering) permissions.add(`${naming}/${action}`);
  }
  if (resource === orderCancellationMessage.resource) permissions.add(CANCELLING);
  for (const report of REPORTS[resource] ?? []) permissions.add(report);
  if (resource === pricingProfile.resource) for (const selling of SELLING) permissions.add(selling);
  return [...permissions].join('##');
}
