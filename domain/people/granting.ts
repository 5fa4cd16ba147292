/**
 * The permissions that may be granted to a role. The list of all permissions is derived from the declarations of all
 * records, so this file is separate from the declaration of roles.
 */
import type { Facts } from '../kernel/facts.ts';
import { textsOf } from '../kernel/members.ts';
import type { RecordData, RecordDeclaration } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import { isPermission } from './permissions.ts';

export function withGrantsChecked(role: RecordDeclaration): RecordDeclaration {
  return { ...role, check: checkGrants };
}

/** What is added must be a permission that exists; whether the giver holds it is in `authority.ts`. */
function checkGrants(next: RecordData, previous: RecordData | undefined, _facts: Facts, issues: Issues): void {
  const permissions = textsOf(next['permissions']);
  issues.check(permissions.length > 0, 'permissions', 'permission_is_required');
  const before = new Set(textsOf(previous?.['permissions']));
  const unknown = permissions.filter((permission) => !before.has(permission) && !isPermission(permission));
  if (unknown.length === 0) return;
  const permission = unknown.slice(0, NAMED_MAX).join(', ');
  issues.add('permissions', 'unknown_permission', { permission, permission_count: String(unknown.length) });
}

/** So many are in a refusal, and the count of all. */
const NAMED_MAX = 10;
