/**
 * What a role may be given. It asks for the list of all permissions, which is read from the declarations of all
 * records, so it stands beside the declaration of roles and not in it.
 */
import type { Facts } from '../kernel/facts.ts';
import type { RecordData, RecordDeclaration } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import { isPermission } from './permissions.ts';
import type { RoleData } from './role.record.ts';

export function withGrantsChecked(role: RecordDeclaration): RecordDeclaration {
  return { ...role, check: checkGrants };
}

/** What is added must be a permission, and one that the giver holds; what was given before stays until it is taken away. */
function checkGrants(next: RecordData, previous: RecordData | undefined, facts: Facts, issues: Issues): void {
  const { permissions } = next as RoleData;
  issues.check(permissions.length > 0, 'permissions', 'permission_is_required');
  const before = new Set((previous as RoleData | undefined)?.permissions);
  const added = permissions.filter((permission) => !before.has(permission));
  const refuse = (refused: readonly string[], message: string) => {
    if (refused.length > 0) issues.add('permissions', message, { permission: refused.slice(0, NAMED_MAX).join(', ') });
  };
  const [known, unknown] = [added.filter(isPermission), added.filter((permission) => !isPermission(permission))];
  refuse(unknown, 'unknown_permission');
  refuse(
    known.filter((permission) => !facts.actor.can(permission)),
    'permission_not_held',
  );
}

/** So many are named in a refusal. */
const NAMED_MAX = 10;
