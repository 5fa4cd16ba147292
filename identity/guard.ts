/**
 * The one guard of the API. Every route says in its `config.permission` who may call it: `anonymous`,
 * `signed_in`, or a permission (`sales/store`, alternatives joined with `##`). A route that says nothing stops
 * the start.
 */
import jwt from '@fastify/jwt';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/kernel/refusal.ts';
import type { Identity } from './identity.ts';
import type { Person } from './person.ts';
import { type AccessToken, tokenOptions } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `anonymous`, `signed_in`, or permissions joined with `##`. */
    permission?: string;
    /** True for the few routes that a person reaches before they chose a password of their own. */
    beforePasswordChange?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route that is not anonymous. */
    person: Person;
    sid: string;
  }
}

/** 401: no token, an expired one, an ended session, or a user who may no longer sign in. */
export class Unauthorized extends Error {
  readonly statusCode = 401;
  readonly code = 'unauthorized';
  constructor() {
    super('unauthorized');
    this.name = 'Unauthorized';
  }
}

export interface GuardOptions {
  readonly identity: Identity;
  readonly jwtSecret: string;
  /** Permission of routes that a library adds, by their path; undefined for none. */
  readonly permissionOf?: (url: string) => string | undefined;
}

/** Call it before the routes of `app` are added; it holds for all of them and for no other. */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  const { identity, jwtSecret, permissionOf } = options;
  await app.register(jwt, tokenOptions(jwtSecret));
  app.decorateRequest('person', null as unknown as Person);
  app.decorateRequest('sid', '');
  app.addHook('onRoute', (route) => {
    const permission = route.config?.permission ?? permissionOf?.(route.url);
    if (permission) route.config = { ...route.config, permission };
    else throw new Error(`route ${route.method} ${route.url} declares no permission`);
  });
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    const { permission, beforePasswordChange } = request.routeOptions.config;
    if (permission === 'anonymous' || permission === undefined) return;
    await authenticate(request, identity);
    if (!beforePasswordChange && (await identity.mustChangePassword(request.sid))) {
      throw new Refusal('forbidden', [{ field: '', message: 'must_change_password' }]);
    }
    if (permission !== 'signed_in' && !request.person.can(permission)) throw forbidden(permission);
  });
}

async function authenticate(request: FastifyRequest, identity: Identity): Promise<void> {
  let token: AccessToken;
  try {
    token = await request.jwtVerify<AccessToken>();
  } catch {
    throw new Unauthorized();
  }
  const person = token.type === 'access' ? await identity.person(Number(token.sub), token.sid) : undefined;
  if (!person) throw new Unauthorized();
  request.person = person;
  request.sid = token.sid;
}

/** 403, naming what is missing. */
export function forbidden(permission: string): Refusal {
  return new Refusal('forbidden', [{ field: '', message: 'permission_missing', params: { permission } }]);
}
