/**
 * Permissions of look-ups: the permissions to list the records, and the permissions to list, enter and carry on
 * documents that refer to them. A clerk who enters sales can look up customers and items without the permission for
 * their lists, and a driver who delivers an order its cash account (decisions/0027).
 */

import type { TSchema } from 'typebox';
import { pricingProfile } from '../catalogue/pricing-profile.record.ts';
import { tax } from '../catalogue/tax.record.ts';
import type { Actor } from '../deciding/facts.ts';
import { withOwnPlaces } from '../deciding/own-places.ts';
import { lookupsIn } from '../records/lookups.ts';
import type { RecordDeclaration } from '../records/record.ts';
import { membersOf } from '../values/members.ts';
import { documentResources } from './documents.ts';
import { actionsOf } from './permissions.ts';
import { records } from './records.ts';
import { reports } from './reports.ts';

/** The lists of orders in delivery and of former orders, which offer fewer filters than an order has fields. */
const ORDERS_IN_PART = ['online_orders/home_delivery', 'online_orders/history'];
const TILL_REVIEWS = ['pos_sales/review', 'closing_drawers/review'];

/** Resources that assignments to staff look up, and filters of lists without a declaration. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  inventories: ['users/change_outlets', 'stocks/index'],
  cashes: ['users/change_outlets'],
  outlets: [
    'users/change_outlets',
    'users/show_online_activity',
    'user_pins/index',
    ...TILL_REVIEWS,
    ...ORDERS_IN_PART,
  ],
  users: [
    'model_loges/events_log',
    'model_loges/system_log',
    'users/show_online_activity',
    'user_pins/store',
    'user_pins/update',
    ...TILL_REVIEWS,
    ...ORDERS_IN_PART,
  ],
  roles: ['users/set_roles'],
  tills: TILL_REVIEWS,
  items: ['stocks/index', ...ORDERS_IN_PART],
  categories: ['stocks/index'],
  brands: ['stocks/index'],
  customers: ORDERS_IN_PART,
  online_customers: ORDERS_IN_PART,
  delivery_zones: ORDERS_IN_PART,
};

/** Entering these documents includes looking up the customer's prices and the taxes of items, which no field names. */
const SELLING: ReadonlySet<string> = new Set(['sales', 'salesman_sales', 'quotations', 'online_orders', 'pos_sales']);
const READ_TO_SELL = [pricingProfile.resource, tax.resource];

/** The permissions with which each resource is named; read from the schemas at the first use, because there are many. */
let naming: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The permissions whose bodies name the records of a resource. */
export function namingPermissions(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const addAll = (lookups: Iterable<string>, resource: string, actions: readonly string[]) => {
    const permissions = actions
      .filter((each) => actionsOf(resource).includes(each))
      .map((each) => `${resource}/${each}`);
    for (const named of lookups) {
      found.set(named, new Set([...(found.get(named) ?? []), ...permissions]));
    }
  };
  const add = (schema: TSchema, resource: string, actions: readonly string[]) =>
    addAll(lookupsIn(schema).values(), resource, actions);
  for (const { resource, schema } of records) add(schema, resource, ['index', 'store', 'update']);
  for (const { resource, listedWith = 'index', body, transitions } of documentResources) {
    const entering = [listedWith, 'store', 'update'];
    add(body, resource, entering);
    if (SELLING.has(resource)) addAll(READ_TO_SELL, resource, entering);
    for (const { permission, body } of Object.values(transitions)) if (body) add(body, resource, [permission]);
  }
  return found;
}

/** The fields of a record that the person may see where it is looked up; undefined for all of them. */
export function lookedUpFields({ resource, list }: RecordDeclaration, actor: Pick<Actor, 'can'>) {
  const whole = ['index', 'show', 'update'].map((action) => `${resource}/${action}`).join('##');
  return list.lookedUp && !actor.can(whole) ? list.lookedUp : undefined;
}

/** Whoever sees the data of a record: the permissions, and the places whose rows are seen. */
export type Seeing = Pick<Actor, 'can' | 'hasOutlet' | 'hasInventory'>;

/** The data of a record without the fields that the person may not see, and without rows of places of others. */
export function seenData(
  declaration: RecordDeclaration,
  data: Readonly<Record<string, unknown>>,
  actor: Seeing,
): Record<string, unknown> {
  const fields = lookedUpFields(declaration, actor);
  const own = membersOf(withOwnPlaces(declaration.kind, data, actor));
  return Object.fromEntries(Object.entries(own).filter(([field]) => fields?.includes(field) ?? true));
}

export function lookupPermission(resource: string): string {
  naming ??= namingPermissions();
  const own = ['index', 'show'].filter((action) => actionsOf(resource).includes(action));
  const permissions = new Set(own.map((action) => `${resource}/${action}`));
  for (const permission of naming.get(resource) ?? []) permissions.add(permission);
  for (const { lookups, permission } of reports) if (lookups.includes(resource)) permissions.add(permission);
  for (const other of OTHERS[resource] ?? []) permissions.add(other);
  return [...permissions].join('##');
}
