/**
 * The permissions that may be granted to a role. The list of all permissions is derived from the declarations of all
 * records, so this file is separate from the declaration of roles.
 */
import type { Facts } from '../deciding/facts.ts';
import type { RecordData, RecordDeclaration } from '../records/record.ts';
import { textsOf } from '../values/members.ts';
import type { Issues } from '../values/refusal.ts';
import { isPermission } from './permissions.ts';

export function withGrantsChecked(role: RecordDeclaration): RecordDeclaration {
  return { ...role, check: checkGrants };
}

/** Added permissions must exist; `authority.ts` checks that the actor holds them. */
function checkGrants(next: RecordData, previous: RecordData | undefined, _facts: Facts, issues: Issues): void {
  const permissions = textsOf(next['permissions']);
  issues.check(permissions.length > 0, 'permissions', 'permission_is_required');
  const before = new Set(textsOf(previous?.['permissions']));
  const unknown = permissions.filter((permission) => !before.has(permission) && !isPermission(permission));
  if (unknown.length === 0) return;
  const permission = unknown.slice(0, NAMED_MAX).join(', ');
  issues.add('permissions', 'unknown_permission', { permission, permission_count: String(unknown.length) });
}

/** Maximum number of permissions listed in a refusal; the total count is always given. */
const NAMED_MAX = 10;
