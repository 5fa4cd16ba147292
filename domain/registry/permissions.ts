/**
 * Every permission (`resource/action`), derived from the declarations of records and documents and from a list of
 * additional ones. Other permissions cannot be granted.
 */

import { IMPORT_FORMATS } from '../imports/formats.ts';
import { declaredRecords } from './declared-records.ts';
import { documentResources } from './documents.ts';
import { reports } from './reports.ts';

/** Permissions without a declaration: logs, fields and special routes. */
const OF_THEIR_OWN: Readonly<Record<string, readonly string[]>> = {
  items: ['show_cost'],
  stocks: ['index', 'charge_missing'],
  cashes: ['balance_view'],
  sales: ['below_minimum_price'],
  pos_admin_sales: ['store'],
  pos_sales: ['refund_without_receipt'],
  customer_transactions: ['discount'],
  supplier_transactions: ['discount'],
  general_journals: ['system_accounts'],
  period_locks: ['pass'],
  financial_years: ['prior_period', 'date_ahead', 'close_early'],
  users: [
    'set_roles',
    'set_user_status',
    'change_outlets',
    'show_online_activity',
    'end_session',
    'reset_second_factor',
  ],
  user_pins: ['index', 'show', 'store', 'update', 'destroy'],
  financial_reports: ['export'],
  model_loges: ['events_log', 'system_log'],
  table_views: ['share'],
};

/** The permission for the log of one kind of record or document. */
export const logPermission = (kind: string): string => `model_loges/${kind}_log`;

let byResource: ReadonlyMap<string, readonly string[]> | undefined;

/** Actions by resource, in display order. */
export function permissionsByResource(): ReadonlyMap<string, readonly string[]> {
  byResource ??= collectPermissions();
  return byResource;
}

/** Empty for an unknown resource. */
export const actionsOf = (resource: string): readonly string[] => permissionsByResource().get(resource) ?? [];

export const allPermissions = (): readonly string[] =>
  [...permissionsByResource()].flatMap(([resource, actions]) => actions.map((action) => `${resource}/${action}`));

export function isPermission(permission: string): boolean {
  const cut = permission.lastIndexOf('/');
  return actionsOf(permission.slice(0, cut)).includes(permission.slice(cut + 1));
}

const split = (permission: string): [resource: string, actions: readonly string[]] => {
  const cut = permission.lastIndexOf('/');
  return [permission.slice(0, cut), [permission.slice(cut + 1)]];
};

/** Collected from all declarations; `permissionsByResource` keeps the result. */
export function collectPermissions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const add = (resource: string, actions: readonly string[]) => {
    const known = found.get(resource) ?? new Set();
    for (const action of actions) known.add(action);
    found.set(resource, known);
  };
  for (const { resource, singleton } of declaredRecords) {
    add(
      resource,
      singleton ? ['index', 'show', 'update', 'history'] : ['index', 'show', 'store', 'update', 'destroy', 'history'],
    );
  }
  for (const { resource, listedWith, change, transitions } of documentResources) {
    const own = Object.values(transitions).map(({ permission }) => permission);
    add(resource, [listedWith ?? 'index', 'show', 'store', ...(change ? ['update'] : []), ...own, 'history']);
  }
  for (const { resource } of IMPORT_FORMATS) add(resource, ['import']);
  for (const { permission } of reports) add(...split(permission));
  for (const [resource, actions] of Object.entries(OF_THEIR_OWN)) add(resource, actions);
  const kinds = new Set([...declaredRecords, ...documentResources].map(({ kind }) => kind));
  for (const kind of kinds) add('model_loges', [`${kind}_log`]);
  return new Map([...found].map(([resource, actions]) => [resource, [...actions]]));
}
