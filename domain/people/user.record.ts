/**
 * A user: a person who works with Daftar, the outlets and inventories assigned to them, and their display preferences.
 * Passwords and PINs are not business events, and personal data must be erasable: both are stored outside of the log
 * (`secretFields`), and no event contains them.
 */

import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { SECRET_LENGTH_MAX } from '../organisation/sign-in-policy.ts';
import { declareRecord, type RecordData } from '../records/record.ts';
import { ROWS_PER_PAGE } from '../records/rows-per-page.ts';
import { Attachments, Body, DateField, Id, Maybe, Name, OneOf, Reference, Text } from '../schemas/fields.schema.ts';
import { readDate } from '../values/effective-date.ts';
import { membersOf, numbersOf } from '../values/members.ts';
import { mixesAlphabets } from '../values/plain-text.ts';
import { type Issues, wrongState } from '../values/refusal.ts';
import { BLOOD_GROUPS, GENDERS, MARITAL_STATUSES } from './personal.ts';

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

/** The rule that the schema cannot express, because the record's decider does not get personal data. */
export function checkPersonal({ user_dob }: PersonalData, issues: Issues): void {
  if (isNoDay(user_dob)) issues.add('user_dob', 'date');
}

/** True for a text in the form of a day that is none: 2026-02-31. The schema refuses other forms. */
const isNoDay = (text: string | null | undefined): boolean =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !readDate(text);

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
    // A document names its driver or cashier; address, role, places and photograph are for whoever may open staff.
    lookedUp: ['user_name', 'user_full_name', 'is_cashier'],
  },
  completed: withOwnPlaces,
  check: checkUser,
  refuseRetireWhen: (_data, facts) => (facts.ownId === SUPER_USER_ID ? 'cannot_be_deleted' : undefined),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The user with all rights, whom no other user may change and who is never locked out. */
export const SUPER_USER_ID = 1;

/** Fields that require a permission of their own, in addition to the one for the record. */
const GUARDED = {
  role_fk: 'users/set_roles',
  status: 'users/set_user_status',
  outlet_fk: 'users/change_outlets',
  outlets: 'users/change_outlets',
  inventories: 'users/change_outlets',
} as const;

/**
 * A new user without lists is assigned their own outlet and their default inventory: rights are counted from the lists
 * only. An actor who may not assign places leaves the lists to another person.
 */
function withOwnPlaces(given: RecordData, { actor }: Facts): RecordData {
  if (!actor.can(GUARDED.outlets)) return given;
  const listed = (list: string, own: string) =>
    numbersOf(given[list]).length === 0 && typeof given[own] === 'number' ? { [list]: [given[own]] } : {};
  return { ...given, ...listed('outlets', 'outlet_fk'), ...listed('inventories', 'default_inventory_fk') };
}

function checkUser(data: UserData, previous: UserData | undefined, facts: Facts, issues: Issues): void {
  // Histories name people: a name that imitates another one would stand for it.
  for (const field of ['user_name', 'user_full_name', 'user_code'] as const) {
    const name = data[field];
    if (name !== previous?.[field] && mixesAlphabets(String(name ?? ''))) issues.add(field, 'mixed_alphabets');
  }
  const [now, before] = [membersOf(data), membersOf(previous ?? user.defaults)];
  for (const [field, permission] of Object.entries(GUARDED)) {
    const isChanged = !isSame(now[field], before[field] ?? user.defaults[field]);
    if (isChanged && !facts.actor.can(permission)) issues.add(field, 'permission_missing', { permission });
  }
  if (previous && facts.ownId === SUPER_USER_ID) {
    issues.check((data.status ?? 'active') === 'active', 'status', 'super_user_cannot_be_blocked');
    issues.check(data.is_cashier !== true, 'is_cashier', 'super_user_has_no_pin');
  }
  const rows = data.pagination_default;
  if (rows !== undefined && rows !== previous?.pagination_default && !ROWS_PER_PAGE.includes(rows)) {
    issues.add('pagination_default', 'one_of', { values: ROWS_PER_PAGE.join(', ') });
  }
  const { user_joining_date: joined } = data;
  if (joined !== previous?.user_joining_date && isNoDay(joined)) issues.add('user_joining_date', 'date');
  if (!previous) checkBeginning(data, facts, issues);
  checkStatus(data.status, previous?.status);
  checkPlaces(data, previous, facts, issues);
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
 * assignments. Users of earlier versions may lack a list until an actor who may assign it changes their places.
 */
function checkPlaces(data: UserData, previous: UserData | undefined, facts: Facts, issues: Issues): void {
  const [outlets, inventories] = [data.outlets ?? [], data.inventories ?? []];
  const { outlet_fk, default_inventory_fk: inventory, default_account_fk: account } = data;
  const isAssigned = facts.ownId !== SUPER_USER_ID && facts.actor.can(GUARDED.outlets);
  const needs = (list: readonly number[], ...fields: readonly (keyof UserData)[]) =>
    list.length > 0 || (isAssigned && fields.some((field) => !isSame(data[field], previous?.[field])));
  if (outlet_fk && needs(outlets, 'outlet_fk', 'outlets')) {
    issues.check(outlets.includes(outlet_fk), 'outlet_fk', 'not_among_those_given');
  }
  if (inventory && needs(inventories, 'default_inventory_fk', 'inventories')) {
    issues.check(inventories.includes(inventory), 'default_inventory_fk', 'not_among_those_given');
  }
  const owner = account ? facts.record('cash', account)?.data['outlet_fk'] : undefined;
  if (typeof owner === 'number' && outlets.length > 0) {
    issues.check(outlets.includes(owner), 'default_account_fk', 'not_among_those_given');
  }
  // A rule of the specification. A till sells from its own inventory, and its drawer names its accounts.
  if (data.is_cashier) {
    issues.check(Boolean(inventory), 'default_inventory_fk', 'default_inventory_required');
    issues.check(Boolean(account), 'default_account_fk', 'default_account_required');
  }
}
