/**
 * All records. The permissions that a role can be granted are derived from all declarations, so this file adds them to
 * the declaration of roles.
 */

import { role } from '../people/role.record.ts';
import { user } from '../people/user.record.ts';
import type { RecordDeclaration } from '../records/record.ts';
import { withRoleAuthority, withUserAuthority } from './authority.ts';
import { declaredRecords } from './declared-records.ts';
import { withGrantsChecked } from './granting.ts';

export const records: readonly RecordDeclaration[] = declaredRecords.map((record) => {
  if (record === role) return withRoleAuthority(withGrantsChecked(role));
  return record === user ? withUserAuthority(user) : record;
});
