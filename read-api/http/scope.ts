/**
 * Row scope: a person sees the rows of the outlets and inventories given to them, in lists, look-ups and reports alike.
 * Rows out of scope are answered with 404, never 403. Rows without an outlet are visible to everyone.
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { isObject, membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { forbidden } from '../../identity/guard.ts';
import { type Person, SUPER_USER_ID } from '../../identity/person.ts';

/** Undefined means all outlets. */
export const outletsOf = (person: Person): readonly number[] | undefined =>
  person.user_id === SUPER_USER_ID ? undefined : (person.user.outlets ?? []);
export const inventoriesOf = (person: Person): readonly number[] | undefined =>
  person.user_id === SUPER_USER_ID ? undefined : (person.user.inventories ?? []);

type Condition = RawBuilder<SqlBool>;

/** Conditions on the columns that hold the outlet and, where there is one, the inventory of a row. */
export function rowScope(
  person: Person,
  columns: { outlet?: RawBuilder<unknown>; inventory?: RawBuilder<unknown> },
): Condition[] {
  const conditions: Condition[] = [];
  const [outlets, inventories] = [outletsOf(person), inventoriesOf(person)];
  if (columns.outlet && outlets) conditions.push(given(columns.outlet, outlets));
  if (columns.inventory && inventories) conditions.push(given(columns.inventory, inventories));
  return conditions;
}

const given = (column: RawBuilder<unknown>, ids: readonly number[]): Condition =>
  sql`(${column} is null or ${column} = any(${[...ids]}::int[]))`;

/** A document `d` is visible in its own outlet or inventory, and in the receiving one if its kind has one. */
export function documentScope(person: Person, { body }: { readonly body?: TSchema } = {}): Condition {
  const side = (outlet: string, inventory: string): Condition =>
    allOf(rowScope(person, { outlet: sql.raw(outlet), inventory: sql.raw(inventory) }));
  const own = side('d.outlet_fk', 'd.inventory_fk');
  const { properties: fields } = membersOf(body);
  if (outletsOf(person) === undefined || (isObject(fields) && !('to_inventory_fk' in fields))) return own;
  const [outlet, inventory] = ["(d.data ->> 'to_outlet_fk')::int", "(d.data ->> 'to_inventory_fk')::int"];
  return sql`(${own} or (${sql.raw(inventory)} is not null and ${side(outlet, inventory)}))`;
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;

export function notFound(): Refusal {
  return new Refusal('not_found', [{ field: '', message: 'not_found' }]);
}

/** Throws 404 when the requested outlet was not given to the person. */
export function checkOutlet(person: Person, outlet: number | undefined): void {
  if (outlet !== undefined && !person.hasOutlet(outlet)) throw notFound();
}

export function checkInventory(person: Person, inventory: number | undefined): void {
  if (inventory !== undefined && !person.hasInventory(inventory)) throw notFound();
}

/** Field scope: cost and profit require a permission. */
export const seesCost = (person: Person): boolean => person.can('items/show_cost');

/**
 * Throws 403 without the permission for cost: a statement of the whole books reveals the cost of goods and the profit.
 */
export function mustSeeCost(person: Person): void {
  if (!seesCost(person)) throw forbidden('items/show_cost');
}
