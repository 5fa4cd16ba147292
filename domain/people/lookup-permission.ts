/**
 * Permissions of look-ups: the permissions to list the records, and the permissions to enter documents that refer to
 * them. A clerk who enters sales can look up customers and items without the permission for their lists.
 */
import { pricingProfile } from '../catalogue/pricing-profile.record.ts';
import { documentResources } from '../documents.ts';
import { lookupsIn } from '../kernel/lookups.ts';
import { records } from '../records.ts';
import { reports } from '../reports.ts';
import { orderCancellationMessage } from '../sales/order-cancellation-message.record.ts';
import { actionsOf } from './permissions.ts';

/** Resources that assignments to staff and filters of the event log look up. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  inventories: ['users/change_outlets'],
  cashes: ['users/change_outlets'],
  outlets: ['users/change_outlets'],
  users: ['model_loges/events_log', 'user_pins/store', 'user_pins/update'],
  roles: ['users/set_roles'],
};

/** Entering sales includes looking up the customer's prices. */
const SELLING = ['sales', 'salesman_sales', 'quotations', 'pos_sales'].flatMap((resource) =>
  ['index', 'store', 'update'].map((action) => `${resource}/${action}`),
);

/** The transition refers to the message; the body of the order does not. */
const CANCELLING = 'online_orders/destroy';

/** The resources whose bodies name each resource; read from the schemas at the first use, because there are many. */
let naming: ReadonlyMap<string, readonly string[]> | undefined;

function namingResources(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const bodies = [
    ...documentResources.map(({ resource, body }) => ({ resource, schema: body })),
    ...records.map(({ resource, schema }) => ({ resource, schema })),
  ];
  for (const { resource, schema } of bodies) {
    for (const named of new Set(lookupsIn(schema).values())) found.set(named, [...(found.get(named) ?? []), resource]);
  }
  return found;
}

export function lookupPermission(resource: string): string {
  naming ??= namingResources();
  const own = ['index', 'show'].filter((action) => actionsOf(resource).includes(action));
  const permissions = new Set(own.map((action) => `${resource}/${action}`));
  for (const holder of naming.get(resource) ?? []) {
    const entering = ['index', 'store', 'update'].filter((action) => actionsOf(holder).includes(action));
    for (const action of entering) permissions.add(`${holder}/${action}`);
  }
  if (resource === orderCancellationMessage.resource) permissions.add(CANCELLING);
  for (const { lookups, permission } of reports) if (lookups.includes(resource)) permissions.add(permission);
  for (const other of OTHERS[resource] ?? []) permissions.add(other);
  if (resource === pricingProfile.resource) for (const selling of SELLING) permissions.add(selling);
  return [...permissions].join('##');
}
