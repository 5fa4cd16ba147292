/** Who started a job, and as whom it acts: the session that started it, narrowed by what was withdrawn since. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/kernel/facts.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Person } from '../../identity/person.ts';
import { type SessionScope, scopeOf } from '../../identity/session-scope.ts';

/** Part of the data of every job. */
export interface StartedBy {
  readonly user_id: number;
  /** Absent in a job of an earlier version, which acts as nobody. */
  readonly scope?: SessionScope;
}

export const startedBy = (request: FastifyRequest): StartedBy => ({
  user_id: request.person.user_id,
  scope: scopeOf(request),
});

/** Whom a job of the books acts as. Throws Refusal `forbidden`. */
export type ActorOf = (by: StartedBy, permission: string) => Promise<Actor>;

/** Throws Refusal `forbidden` when the session was revoked or the permission is not in it or was withdrawn. */
export async function actorOf(identity: Identity, { scope }: StartedBy, permission: string): Promise<Person> {
  const actor = scope && (await identity.within(scope));
  if (actor?.can(permission)) return actor;
  throw forbidden(permission);
}
