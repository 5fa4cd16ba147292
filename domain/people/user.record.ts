/**
 * A user: a person who works with Daftar, the outlets and inventories assigned to them, and their display preferences.
 * Passwords and PINs are not business events, and personal data must be erasable: both are stored outside of the log
 * (`secretFields`), and no event contains them.
 */

import { type Static, Type } from 'typebox';
import type { Facts } from '../kernel/facts.ts';
import { Attachments, Body, DateField, Id, Maybe, Name, OneOf, Reference, Text } from '../kernel/fields.schema.ts';
import { membersOf } from '../kernel/members.ts';
import { declareRecord } from '../kernel/record.ts';
import { type Issues, wrongState } from '../kernel/refusal.ts';
import { BLOOD_GROUPS, GENDERS, MARITAL_STATUSES } from './personal.ts';
import { SECRET_LENGTH_MAX } from './sign-in-policy.ts';

const Given = (resource: string) =>
  Type.Optional(Type.Array(Id({ 'x-lookup': resource }), { maxItems: 500, uniqueItems: true }));

export const UserBody = Body({
  user_name: Name(),
  user_full_name: Maybe(Text(140)),
  email: Text(140, { format: 'email', minLength: 3 }),
  /** Code that a cashier types to sign in at the till. */
  user_code: Maybe(Text(20)),
  /** Null means no permissions, except for the super user (number 1), who has all. */
  role_fk: Maybe(Reference('roles')),
  /** The user's own outlet; null means none in particular. */
  outlet_fk: Maybe(Reference('outlets')),
  outlets: Given('outlets'),
  inventories: Given('inventories'),
  /** Defaults of the user's new documents. */
  default_inventory_fk: Maybe(Reference('inventories')),
  default_account_fk: Maybe(Reference('cashes')),
  is_cashier: Type.Optional(Type.Boolean()),
  user_joining_date: Maybe(DateField()),
  /** One picture; erasing its file erases the picture completely. */
  photo: Type.Optional(Attachments(1)),
  lang: Type.Optional(OneOf(['en', 'ar', 'ckb'])),
  theme: Type.Optional(OneOf(['light', 'dark'])),
  pagination_default: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  status: Type.Optional(OneOf(['active', 'inactive', 'blocked'])),
});
export type UserData = Static<typeof UserBody>;

/** Personal data: it can be changed and erased, and has no history. */
export const PersonalBody = Body({
  user_dob: Maybe(DateField()),
  gender: Maybe(OneOf([...GENDERS])),
  marital_status: Maybe(OneOf([...MARITAL_STATUSES])),
  blood_group: Maybe(OneOf([...BLOOD_GROUPS])),
  phone: Maybe(Text(40)),
  address: Maybe(Text(140)),
});
export type PersonalData = Static<typeof PersonalBody>;

/** Any characters. */
const Secret = () => Maybe(Type.String({ maxLength: SECRET_LENGTH_MAX, 'x-secret': true }));

/** Additional form fields of a staff member. */
export const SecretBody = Body({
  ...PersonalBody.properties,
  staff_pin: Secret(),
  new_password: Secret(),
  new_password_confirmation: Secret(),
});
export type SecretData = Static<typeof SecretBody>;

export const user = declareRecord({
  names: { kind: 'user', folder: 'people', id: 'user_id', name: 'user_name' },
  schema: UserBody,
  secretFields: SecretBody,
  defaults: {
    outlets: [],
    inventories: [],
    is_cashier: false,
    lang: 'en',
    theme: 'light',
    pagination_default: 10,
    status: 'active',
  },
  unique: ['email', 'user_code'],
  references: {
    role_fk: 'role',
    outlet_fk: 'outlet',
    outlets: 'outlet',
    inventories: 'inventory',
    default_inventory_fk: 'inventory',
    default_account_fk: 'cash',
  },
  scope: { by: 'outlet', field: 'outlet_fk' },
  list: {
    columns: [
      'user_name',
      'user_full_name',
      'email',
      'user_code',
      'role_fk',
      'outlet_fk',
      'is_cashier',
      'user_joining_date',
      'status',
    ],
    search: ['user_name', 'user_full_name', 'email', 'user_code'],
  },
  check: checkUser,
  refuseRetireWhen: (_data, facts) => (facts.ownId === SUPER_USER_ID ? 'cannot_be_deleted' : undefined),
});

/** The user with all rights, whom no other user may change and who is never locked out. */
export const SUPER_USER_ID = 1;

/** Fields that require a permission of their own, in addition to the one for the record. */
const GUARDED: Readonly<Record<string, string>> = {
  role_fk: 'users/set_roles',
  status: 'users/set_user_status',
  outlet_fk: 'users/change_outlets',
  outlets: 'users/change_outlets',
  inventories: 'users/change_outlets',
};

function checkUser(data: UserData, previous: UserData | undefined, facts: Facts, issues: Issues): void {
  const [now, before] = [membersOf(data), membersOf(previous ?? user.defaults)];
  for (const [field, permission] of Object.entries(GUARDED)) {
    const isChanged = JSON.stringify(now[field]) !== JSON.stringify(before[field] ?? user.defaults[field]);
    if (isChanged && !facts.actor.can(permission)) issues.add(field, 'permission_missing', { permission });
  }
  if (previous && facts.ownId === SUPER_USER_ID) {
    issues.check((data.status ?? 'active') === 'active', 'status', 'super_user_cannot_be_blocked');
    issues.check(data.is_cashier !== true, 'is_cashier', 'super_user_has_no_pin');
  }
  if (!previous) checkBeginning(data, facts, issues);
  checkStatus(data.status, previous?.status);
  checkPlaces(data, facts, issues);
}

/**
 * An active user needs a role and an outlet. An actor who may not assign one of them enters an inactive user, and
 * another person assigns it. Sign-in data is not part of the record: its own route requires it.
 */
function checkBeginning(data: UserData, { actor, ownId }: Facts, issues: Issues): void {
  if (ownId === SUPER_USER_ID || (data.status ?? 'active') !== 'active') return;
  const hasOutlet = Boolean(data.outlet_fk) || (data.outlets ?? []).length > 0;
  if (actor.can('users/set_roles')) issues.check(Boolean(data.role_fk), 'role_fk', 'required');
  if (actor.can('users/change_outlets')) issues.check(hasOutlet, 'outlet_fk', 'required');
}

/** Transitions: active ⇄ inactive, active ⇄ blocked. */
function checkStatus(next: UserData['status'] = 'active', before: UserData['status'] = 'active'): void {
  if (next !== before && next !== 'active' && before !== 'active') throw wrongState(before, ['activate']);
}

/**
 * Default outlet, inventory and cash account must be among those assigned to the user; the super user needs no
 * assignments.
 */
function checkPlaces(data: UserData, facts: Facts, issues: Issues): void {
  const [outlets, inventories] = [data.outlets ?? [], data.inventories ?? []];
  const { outlet_fk, default_inventory_fk: inventory, default_account_fk: account } = data;
  if (outlet_fk && outlets.length > 0) issues.check(outlets.includes(outlet_fk), 'outlet_fk', 'not_among_those_given');
  if (inventory && inventories.length > 0) {
    issues.check(inventories.includes(inventory), 'default_inventory_fk', 'not_among_those_given');
  }
  const owner = account ? facts.record('cash', account)?.data['outlet_fk'] : undefined;
  if (typeof owner === 'number' && outlets.length > 0) {
    issues.check(outlets.includes(owner), 'default_account_fk', 'not_among_those_given');
  }
  // A till sells from one inventory and receives money into one account.
  if (data.is_cashier) {
    issues.check(Boolean(inventory), 'default_inventory_fk', 'default_inventory_required');
    issues.check(Boolean(account), 'default_account_fk', 'default_account_required');
  }
}
