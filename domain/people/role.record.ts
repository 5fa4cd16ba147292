/** A role: the permissions (`resource/action`) of those who have it. */
import { type Static, Type } from 'typebox';
import { Body, Name } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const RoleBody = Body({
  role_name: Name(),
  permissions: Type.Array(Type.String({ pattern: '^[a-z_]+(/[a-z_]+)+$', maxLength: 80 }), {
    maxItems: 1000,
    uniqueItems: true,
    'x-permissions': true,
  }),
});
export type RoleData = Static<typeof RoleBody>;

export const role = declareRecord({
  kind: 'role',
  resource: 'roles',
  idField: 'role_id',
  nameField: 'role_name',
  schema: RoleBody,
  list: { columns: ['role_name'], search: ['role_name'] },
});
