/** A person who is signed in, with what they may do and see: from their user record and its role. */
import type { Actor } from '../domain/kernel/facts.ts';
import type { RoleData } from '../domain/people/role.record.ts';
import type { UserData } from '../domain/people/user.record.ts';

export const SUPER_USER_ID = 1;

/** Outlet and inventory ids are those given to the person; the super user's are not counted, they have all. */
export interface Person extends Actor {
  readonly user_id: number;
  readonly user: Required<UserData>;
  readonly permissions: readonly string[];
}

export function personOf(userId: number, user: UserData, role: RoleData | undefined): Person {
  const isSuper = userId === SUPER_USER_ID;
  const permissions = new Set(role?.permissions ?? []);
  const outlets = new Set(user.outlets ?? []);
  const inventories = new Set(user.inventories ?? []);
  return {
    user_id: userId,
    user: user as Required<UserData>,
    permissions: [...permissions],
    can: (permission) => isSuper || permission.split('##').some((alternative) => permissions.has(alternative)),
    hasOutlet: (id) => isSuper || outlets.has(id),
    hasInventory: (id) => isSuper || inventories.has(id),
  };
}
