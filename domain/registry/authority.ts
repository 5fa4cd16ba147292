/**
 * Authority over users and roles (decisions/0041). An actor may change another user in any field, personal data
 * included, or a role only when the actor holds every right that the other user holds, before and after the change,
 * whatever the user's status. The super user holds every right, and only the super user changes the super user. For
 * what grants rights (role, outlets, inventories, status, sign-in name, password, PIN, sessions) the actor must have
 * proved their identity recently (decisions/0057).
 */

import { type Actor, type Facts, isHeld, type KnownRecord } from '../deciding/facts.ts';
import { type RoleData, role } from '../people/role.record.ts';
import { SUPER_USER_ID, user } from '../people/user.record.ts';
import type { DecidedRecord, RecordData, RecordDeclaration } from '../records/record.ts';
import { type Members, numbersOf, textsOf } from '../values/members.ts';
import { type Issue, Refusal } from '../values/refusal.ts';
import { isPermission } from './permissions.ts';

/** The rights of a user. */
export interface Holdings {
  readonly permissions: readonly string[];
  readonly outlets: readonly number[];
  readonly inventories: readonly number[];
}

/** The fields of a user record that grant rights. */
interface GivenTo {
  readonly role_fk?: number | null | undefined;
  readonly outlet_fk?: number | null | undefined;
  readonly outlets?: readonly number[];
  readonly inventories?: readonly number[];
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const givenTo = (data: Members): GivenTo => ({
  role_fk: idOf(data['role_fk']),
  outlet_fk: idOf(data['outlet_fk']),
  outlets: numbersOf(data['outlets']),
  inventories: numbersOf(data['inventories']),
});

/** `role` is the record of `user.role_fk`, active or retired. Returns undefined when that record cannot be read. */
export function holdingsOf(user: GivenTo, role: RoleData | undefined): Holdings | undefined {
  if (user.role_fk && !role) return undefined;
  return {
    permissions: permissionsOf(role),
    outlets: [...new Set([...(user.outlets ?? []), ...(user.outlet_fk ? [user.outlet_fk] : [])])],
    inventories: user.inventories ?? [],
  };
}

/** Permissions that no longer exist grant nothing. */
const permissionsOf = (role: { readonly permissions: readonly string[] } | undefined): readonly string[] =>
  (role?.permissions ?? []).filter(isPermission);

/** Kinds of records whose commands are subject to the rule. */
export const decidesAboutPeople = (kind: string): boolean => kind === user.kind || kind === role.kind;

/** Fields of a user that grant no rights: display preferences and personal notes. */
const UNDECIDING: ReadonlySet<string> = new Set([
  'user_full_name',
  'user_joining_date',
  'photo',
  'lang',
  'theme',
  'pagination_default',
]);

/** True when a change of these fields affects rights: every field that is not listed above. */
const decidesAboutPerson = (fields: readonly string[]): boolean => fields.some((field) => !UNDECIDING.has(field));

/**
 * Throws Refusal `forbidden` unless the actor holds all present rights of the user. `holdings` is undefined when they
 * cannot be read.
 */
export function requireAuthority(actor: Actor, userId: number | undefined, holdings: Holdings | undefined): void {
  refuse(excessOf(actor, userId, holdings, OF_PERSON));
}

/** Throws Refusal `reauthentication_required` when the actor's last proof of identity is too old. */
export function requireRecentProof({ hasRecentProof }: Pick<Actor, 'hasRecentProof'>): void {
  if (hasRecentProof) return;
  throw new Refusal('reauthentication_required', [{ field: '', message: 'reauthentication_required' }]);
}

/** Checked last, so that no proof of identity is requested for a command that is refused anyway. */
const isLastAsked = ({ at, changed }: DecidedRecord): boolean => at === 'after' || changed === undefined;

/** The message for each kind of missing right, and the field that would grant it. */
interface Excess {
  readonly permissions: readonly [message: string, field: string];
  readonly outlets: readonly [message: string, field: string];
  readonly inventories: readonly [message: string, field: string];
}
const OF_PERSON: Excess = {
  permissions: ['holds_more_than_you', ''],
  outlets: ['has_outlets_beyond_yours', ''],
  inventories: ['has_inventories_beyond_yours', ''],
};
const GIVEN_TO_PERSON: Excess = {
  permissions: ['permission_not_held', 'role_fk'],
  outlets: ['outlet_not_held', 'outlets'],
  inventories: ['inventory_not_held', 'inventories'],
};
const OF_ROLE: Excess = {
  permissions: ['role_holds_more_than_you', ''],
  outlets: ['role_of_people_beyond_you', ''],
  inventories: ['role_of_people_beyond_you', ''],
};
const GIVEN_TO_ROLE: Excess = { ...OF_ROLE, permissions: ['permission_not_held', 'permissions'] };

/** Maximum number of permissions listed in a refusal; the total count is always given. */
const NAMED_MAX = 10;

function excessOf(
  actor: Actor,
  userId: number | undefined,
  holdings: Holdings | undefined,
  messages: Excess,
): readonly Issue[] {
  if (actor.user_id === SUPER_USER_ID) return [];
  if (userId === SUPER_USER_ID) return [{ field: '', message: 'only_the_super_user' }];
  if (!holdings) return [{ field: '', message: 'rights_cannot_be_read' }];
  const issues: Issue[] = [];
  const missing = holdings.permissions.filter((permission) => !isHeld(actor, permission));
  if (missing.length > 0) {
    const [message, field] = messages.permissions;
    const permission = missing.slice(0, NAMED_MAX).join(', ');
    issues.push({ field, message, params: { permission, permission_count: String(missing.length) } });
  }
  const add = ([message, field]: Excess['outlets']) => issues.push({ field, message });
  if (!holdings.outlets.every((id) => actor.hasOutlet(id))) add(messages.outlets);
  if (!holdings.inventories.every((id) => actor.hasInventory(id))) add(messages.inventories);
  return issues;
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Refusal('forbidden', issues);
}

/** Applies the rule to every command on users, from routes, bulk actions, imports and jobs alike. */
export function withUserAuthority(user: RecordDeclaration): RecordDeclaration {
  return {
    ...user,
    authorise: (decided, facts) => {
      const { data, at, changed } = decided;
      const isHarmless = changed !== undefined && !decidesAboutPerson(changed);
      // People have rights over their own names and displays wherever they are signed in.
      if (isHarmless && facts.ownId === facts.actor.user_id) return;
      const person = givenTo(data);
      const role = person.role_fk ? facts.record<RoleData>('role', person.role_fk)?.data : undefined;
      const messages = at === 'before' ? OF_PERSON : GIVEN_TO_PERSON;
      refuse(excessOf(facts.actor, facts.ownId, holdingsOf(person, role), messages));
      if (!isHarmless && isLastAsked(decided)) requireRecentProof(facts.actor);
    },
  };
}

/** A role affects all its users: a command on it requires the rights of all of them. */
export function withRoleAuthority(role: RecordDeclaration): RecordDeclaration {
  return {
    ...role,
    namedBy: { kind: 'user', field: 'role_fk' },
    authorise: (decided, facts) => {
      const { data, at } = decided;
      const holdings = holdingsOfRole(data, at, facts);
      refuse(excessOf(facts.actor, undefined, holdings, at === 'before' ? OF_ROLE : GIVEN_TO_ROLE));
      if (isLastAsked(decided)) requireRecentProof(facts.actor);
    },
  };
}

function holdingsOfRole(data: RecordData, at: 'before' | 'after', { naming }: Facts): Holdings | undefined {
  const people: readonly KnownRecord[] | undefined = at === 'after' ? [] : naming;
  if (!people) return undefined;
  const users = people.map((person) => holdingsOf({ ...givenTo(person.data), role_fk: null }, undefined));
  return {
    permissions: permissionsOf({ permissions: textsOf(data['permissions']) }),
    outlets: users.flatMap((user) => user?.outlets ?? []),
    inventories: users.flatMap((user) => user?.inventories ?? []),
  };
}
