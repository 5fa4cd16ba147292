/** Every record of Daftar. What a role may be given is read from all declarations, so it is added to them here. */
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
