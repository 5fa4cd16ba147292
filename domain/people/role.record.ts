/** A role: a set of permissions (`resource/action`) for its users. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, translatedName } from '../schemas/fields.schema.ts';

export const RoleBody = Body({
  ...translatedName('role_name'),
  permissions: Type.Array(Type.String({ pattern: '^[a-z_]+(/[a-z_]+)+$', maxLength: 80 }), {
    maxItems: 1000,
    uniqueItems: true,
    'x-permissions': true,
  }),
  /** True requires users of the role to set up a second factor before they can use the back office. */
  requires_second_factor: Type.Optional(Type.Boolean()),
});
export type RoleData = Static<typeof RoleBody>;

export const role = declareRecord({
  names: { kind: 'role', folder: 'people', id: 'role_id', name: 'role_name' },
  schema: RoleBody,
  defaults: { requires_second_factor: false },
  list: { columns: ['role_name'], search: ['role_name', 'role_name_ar', 'role_name_ckb'] },
});
