/**
 * A user: a person who works with Daftar, the outlets and inventories given to them, and how they like to see
 * it. Passwords and PINs are not facts of the business and are never in an event.
 */
import { type Static, Type } from 'typebox';
import { Body, Id, Maybe, Name, OneOf, Reference, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

const Given = (resource: string) =>
  Type.Optional(Type.Array(Id({ 'x-lookup': resource }), { maxItems: 500, uniqueItems: true }));

export const UserBody = Body({
  user_name: Name(),
  user_full_name: Maybe(Text(140)),
  email: Text(140, { format: 'email', minLength: 3 }),
  /** What a cashier types to sign in at the till. */
  user_code: Maybe(Text(20)),
  /** Null is without any permission, but for the super user (number 1), who has all. */
  role_fk: Maybe(Reference('roles')),
  outlets: Given('outlets'),
  inventories: Given('inventories'),
  lang: Type.Optional(OneOf(['en', 'ar', 'ckb'])),
  theme: Type.Optional(OneOf(['light', 'dark'])),
  pagination_default: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  status: Type.Optional(OneOf(['active', 'inactive', 'blocked'])),
});
export type UserData = Static<typeof UserBody>;

export const user = declareRecord({
  kind: 'user',
  resource: 'users',
  idField: 'user_id',
  nameField: 'user_name',
  schema: UserBody,
  defaults: {
    user_full_name: null,
    user_code: null,
    role_fk: null,
    outlets: [],
    inventories: [],
    lang: 'en',
    theme: 'light',
    pagination_default: 10,
    status: 'active',
  },
  unique: ['email', 'user_code'],
  references: { role_fk: 'role', outlets: 'outlet', inventories: 'inventory' },
  list: {
    columns: ['user_name', 'user_full_name', 'email', 'user_code', 'role_fk', 'status'],
    search: ['user_name', 'user_full_name', 'email', 'user_code'],
  },
});
