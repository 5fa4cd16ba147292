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
  for (const { lookups, permission } of reports) if (lookups.includes(resource)) permissions.add(permission);
  for (const other of OTHERS[resource] ?? []) permissions.add(other);
  if (resource === pricingProfile.resource) for (const selling of SELLING) permissions.add(selling);
  return [...permissions].join('##');
}
