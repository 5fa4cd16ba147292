/**
 * Who may look something up: whoever may list it, and whoever may enter something that names it. A clerk who
 * enters sales finds customers and items without the right to read their lists.
 */
import { documentResources } from '../../domain/documents.ts';
import { records } from '../../domain/records.ts';
import { orderCancellationMessage } from '../../domain/sales/order-cancellation-message.record.ts';
import { lookupsIn } from './references.ts';

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
  ].map((each) => `financial_reports/${each}`),
  ...['customers_statement', 'suppliers_statement', 'items_profits', 'most_active_items', 'sales'].map(
    (each) => `reports/${each}`,
  ),
];

/** Filters of reports. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  items: ['reports/item_transactions', 'reports/inventory'],
  inventories: ['reports/item_transactions', 'reports/inventory', 'reports/stock_valuation'],
  customers: ['reports/customers_statement', 'reports/sales'],
  suppliers: ['reports/suppliers_statement'],
  cashes: ['financial_reports/cash_book'],
  currencies: ['reports/customers_statement', 'reports/suppliers_statement', 'financial_reports/trial_balance'],
  outlets: BY_OUTLET,
  users: ['model_loges/events_log'],
};

/** A transition names the message, not the body of the order. */
const CANCELLING = 'online_orders/destroy';

export function lookupPermission(resource: string): string {
  const permissions = new Set([`${resource}/index`, `${resource}/show`]);
  for (const { resource: naming, schema } of [
    ...documentResources.map((each) => ({ resource: each.resource, schema: each.body })),
    ...records.map((each) => ({ resource: each.resource, schema: each.schema })),
  ]) {
    if (![...lookupsIn(schema).values()].includes(resource)) continue;
    for (const action of ['index', 'store', 'update']) permissions.add(`${naming}/${action}`);
  }
  if (resource === orderCancellationMessage.resource) permissions.add(CANCELLING);
  for (const report of REPORTS[resource] ?? []) permissions.add(report);
  return [...permissions].join('##');
}
