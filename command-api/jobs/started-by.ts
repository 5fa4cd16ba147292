/**
 * The starter of a job, and the rights of the job: those of the starting session, less rights that were withdrawn
 * since.
 */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../domain/deciding/facts.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Person } from '../../identity/person.ts';
import { type SessionScope, scopeOf } from '../../identity/session-scope.ts';

const Ids = Type.Array(Type.Integer());
const Held = Type.Object({ permissions: Type.Array(Type.String()), outlets: Ids, inventories: Ids });

/** Part of the data of every job. */
export const STARTED_BY = {
  user_id: Type.Integer(),
  /** Absent in jobs of earlier versions, which have no rights. */
  scope: Type.Optional(
    Type.Object({
      user_id: Type.Integer(),
      sid: Type.String(),
      till_fk: Nullable(Type.Integer()),
      has_recent_proof: Type.Optional(Type.Boolean()),
      held: Nullable(Held),
    }),
  ),
};

export interface StartedBy {
  readonly user_id: number;
  readonly scope?: SessionScope;
}

export const startedBy = (request: FastifyRequest): StartedBy => ({
  user_id: request.person.user_id,
  scope: scopeOf(request),
});

/** Returns the actor of a job of the books. Throws Refusal `forbidden`. */
export type ActorOf = (by: StartedBy, permission: string) => Promise<Actor>;

/** The actor of reversals: a job takes back what it has stored, whatever rights its starter still has. */
export const reversingActor = ({ user_id }: StartedBy): Actor => ({
  user_id,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
});

/** Throws Refusal `forbidden` when the session was revoked, or when the permission is missing or was withdrawn. */
export async function actorOf(identity: Identity, { scope }: StartedBy, permission: string): Promise<Person> {
  const actor = scope && (await identity.within(scope));
  if (actor?.can(permission)) return actor;
  throw forbidden(permission);
}
