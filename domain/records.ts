/**
 * All records. The permissions that a role can be granted are derived from all declarations, so this file adds them to
 * the declaration of roles.
 */
import { declaredRecords } from './declared-records.ts';
import type { RecordDeclaration } from './kernel/record.ts';
import { withRoleAuthority, withUserAuthority } from './people/authority.ts';
import { withGrantsChecked } from './people/granting.ts';
import { role } from './people/role.record.ts';
import { user } from './people/user.record.ts';

export const records: readonly RecordDeclaration[] = declaredRecords.map((record) => {
  if (record === role) return withRoleAuthority(withGrantsChecked(role));
  return record === user ? withUserAuthority(user) : record;
});
