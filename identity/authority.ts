/**
 * Every writing route declares which user, role or till it affects (decisions/0041). For a user, the guard checks the
 * rule of `domain/registry/authority.ts` before the handler runs. The start fails when a route lacks a required
 * declaration.
 */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { requireAuthority, requireRecentProof } from '../domain/registry/authority.ts';
import { Refusal } from '../domain/values/refusal.ts';
import type { Identity, Subject } from './identity.ts';
import { SUPER_USER_ID } from './person.ts';
import { SHOP_PERMISSION } from './shopper.ts';

/** The id of the affected user; undefined when the request affects no user. */
export type SubjectOf = (request: FastifyRequest) => number | undefined | Promise<number | undefined>;

/**
 * - `record`: a command on a record, whose declaration checks the rule or the outlet.
 * - `own_session`: the session and the preferences of the caller; also at a till.
 * - `own_credentials`: password, sessions and personal data of the caller; never at a till.
 * - `sign_in`: opens a session after authentication.
 * - `enrolled_device`: entries of a till, authenticated by the cookie of its device, without a session.
 * - `online_customer`: an application customer's action on their own data; it affects no user.
 * - a function: returns the affected user.
 */
export type Authority =
  | 'record'
  | 'own_session'
  | 'own_credentials'
  | 'sign_in'
  | 'enrolled_device'
  | 'online_customer'
  | SubjectOf;

declare module 'fastify' {
  interface FastifyContextConfig {
    authority?: Authority;
    /** Set for a write on the caller's own sign-in, or on people of a file, that requires a recent proof of identity by itself. */
    needsRecentProof?: true;
  }
  interface FastifyRequest {
    /** The affected user, when the route declares a function that returned an id. */
    subject: Subject | undefined;
  }
}

const DECIDING_RESOURCES: ReadonlySet<string> = new Set(['users', 'user_pins', 'roles', 'tills']);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Writes with a permission on people, roles and tills, and all writes without a permission of their own. */
export function mustDeclareAuthority({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean {
  if ([method].flat().every((candidate) => READS.has(candidate))) return false;
  const permission = config?.permission ?? '';
  if (permission === 'signed_in' || permission === 'anonymous' || permission === SHOP_PERMISSION) return true;
  return permission.split('##').some((part) => DECIDING_RESOURCES.has(part.split('/')[0] ?? ''));
}

/**
 * Finds the affected user and sets `request.subject`. Throws Refusal `not_found`, `forbidden` or
 * `reauthentication_required`.
 */
export async function checkAuthority(request: FastifyRequest, identity: Identity): Promise<void> {
  const { authority, needsRecentProof } = request.routeOptions.config;
  if (needsRecentProof) requireRecentProof(request.person);
  if (typeof authority !== 'function') return;
  const id = await authority(request);
  if (id !== undefined) request.subject = await decidedSubject(id, request, identity);
}

/**
 * Returns the user when the caller has authority over them and a recent proof of identity. Throws Refusal `not_found`,
 * `forbidden` or `reauthentication_required`.
 */
export async function decidedSubject(
  id: number,
  { person }: Pick<FastifyRequest, 'person'>,
  identity: Identity,
): Promise<Subject> {
  if (id === SUPER_USER_ID) requireAuthority(person, id, undefined);
  const subject = await identity.subject(id);
  const outlet = subject?.user.outlet_fk;
  if (!subject || (typeof outlet === 'number' && !person.hasOutlet(outlet))) {
    throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  }
  requireAuthority(person, id, subject.holdings);
  requireRecentProof(person);
  return subject;
}

/** The affected user. Throws Refusal `not_found` when they were deleted. */
export function subjectOf({ subject }: FastifyRequest): Subject {
  if (!subject?.isThere) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  return subject;
}
