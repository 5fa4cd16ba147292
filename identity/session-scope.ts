/**
 * The rights of a session, stored with each job that it starts (decisions/0042). The job has the rights in this scope
 * that the user still has at each step.
 */
import { type Person, SUPER_USER_ID } from './person.ts';

/** Part of the data of a job. */
export interface SessionScope {
  readonly user_id: number;
  readonly sid: string;
  /** Null in the back office. */
  readonly till_fk: number | null;
  /**
   * Proof of identity at the start of the job, which a long-running job does not request again. Absent in jobs of
   * earlier versions.
   */
  readonly has_recent_proof?: boolean;
  /** Null for the super user, who has all rights. */
  readonly held: {
    readonly permissions: readonly string[];
    readonly outlets: readonly number[];
    readonly inventories: readonly number[];
  } | null;
}

export function scopeOf({ person, sid }: { readonly person: Person; readonly sid: string }): SessionScope {
  const { user_id, user, permissions, till } = person;
  const held =
    user_id === SUPER_USER_ID
      ? null
      : { permissions, outlets: user.outlets ?? [], inventories: user.inventories ?? [] };
  const has_recent_proof = person.hasRecentProof;
  return { user_id, sid, till_fk: till?.till_id ?? null, has_recent_proof, held };
}

/** The person, with rights limited to the scope. */
export function withinScope(person: Person, { held, has_recent_proof = false }: SessionScope): Person {
  if (held === null) return { ...person, hasRecentProof: has_recent_proof };
  const permissions = person.permissions.filter((permission) => held.permissions.includes(permission));
  const [granted, outlets, inventories] = [new Set(permissions), new Set(held.outlets), new Set(held.inventories)];
  return {
    ...person,
    hasRecentProof: has_recent_proof,
    permissions,
    user: {
      ...person.user,
      outlets: (person.user.outlets ?? []).filter((id) => outlets.has(id)),
      inventories: (person.user.inventories ?? []).filter((id) => inventories.has(id)),
    },
    can: (permission) => permission.split('##').some((part) => granted.has(part) && person.can(part)),
    holds: (permission) => granted.has(permission),
    hasAllOutlets: person.hasAllOutlets && (person.user.outlets ?? []).every((id) => outlets.has(id)),
    hasOutlet: (id) => outlets.has(id) && person.hasOutlet(id),
    hasInventory: (id) => inventories.has(id) && person.hasInventory(id),
  };
}
