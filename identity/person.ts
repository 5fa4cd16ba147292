/** The signed-in user with their rights, from the user record and its role. */
import type { Actor } from '../domain/deciding/facts.ts';
import type { RoleData } from '../domain/people/role.record.ts';
import { SUPER_USER_ID, type UserData } from '../domain/people/user.record.ts';
import { TILL_PERMISSIONS } from '../domain/registry/till-permissions.ts';
import { concernsAllOutlets } from '../domain/registry/whole-business.ts';

export { SUPER_USER_ID };

/** Ids of the assigned outlets and inventories; empty for the super user, who has access to all. */
export interface Person extends Actor {
  readonly user_id: number;
  readonly user: Required<UserData>;
  /** Those of the role; `can` says which of them the person may use. */
  readonly permissions: readonly string[];
  /** True when the role requires a second factor in the back office. */
  readonly requiresSecondFactor: boolean;
  /** The till at which the user signed in as a cashier. */
  readonly till?: { readonly till_id: number; readonly till_name: string; readonly outlet_fk: number };
}

/**
 * Without a session, the person is the actor of a program of the server. `business` are the ids of all outlets; when
 * they are not known, only the super user has all of them.
 */
export function personOf(
  userId: number,
  user: UserData,
  role: RoleData | undefined,
  business?: readonly number[],
): Person {
  const isSuper = userId === SUPER_USER_ID;
  const permissions = new Set(role?.permissions ?? []);
  const outlets = new Set(user.outlets ?? []);
  const inventories = new Set(user.inventories ?? []);
  const hasAllOutlets = isSuper || business?.every((id) => outlets.has(id)) === true;
  const isUsable = (permission: string) => hasAllOutlets || !concernsAllOutlets(permission);
  const isUsed = (permission: string) => permissions.has(permission) && isUsable(permission);
  return {
    user_id: userId,
    user: user as Required<UserData>,
    permissions: [...permissions],
    requiresSecondFactor: role?.requires_second_factor ?? false,
    can: (permission) => isSuper || permission.split('##').some(isUsed),
    holds: (permission) => isSuper || permissions.has(permission),
    hasOutlet: (id) => isSuper || outlets.has(id),
    hasInventory: (id) => isSuper || inventories.has(id),
    hasAllOutlets,
    hasRecentProof: true,
  };
}

/**
 * True when the user may sign in as a cashier of this outlet; never for the super user, because a PIN is too weak for
 * all rights.
 */
export const isCashierOf = (
  userId: number,
  user: { readonly is_cashier?: unknown; readonly outlets?: readonly number[] | null },
  outlet: number,
): boolean => userId !== SUPER_USER_ID && user.is_cashier === true && (user.outlets ?? []).includes(outlet);

/**
 * The person at a till: only the permissions of their role that a till needs, and only the till's outlet; undefined
 * when they are not a cashier there.
 */
export async function atTill(
  person: Person,
  till: NonNullable<Person['till']>,
  outletOf: (inventory: number) => Promise<number | undefined>,
): Promise<Person | undefined> {
  if (!isCashierOf(person.user_id, person.user, till.outlet_fk)) return undefined;
  const given = person.user.inventories ?? [];
  const outlets = await Promise.all(given.map(outletOf));
  const inventories = given.filter((_, index) => outlets[index] === till.outlet_fk);
  const { till_id, till_name, outlet_fk } = till;
  const permissions = person.permissions.filter((permission) => TILL_PERMISSIONS.has(permission));
  return {
    ...person,
    permissions,
    can: (permission) => permission.split('##').some((alternative) => permissions.includes(alternative)),
    holds: (permission) => permissions.includes(permission),
    user: { ...person.user, outlets: [outlet_fk], inventories },
    till: { till_id, till_name, outlet_fk },
    hasOutlet: (id) => id === outlet_fk,
    hasInventory: (id) => inventories.includes(id),
    hasAllOutlets: false,
  };
}
