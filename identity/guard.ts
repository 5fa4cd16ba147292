/**
 * The one guard of the API. Every route says in its `config.permission` who may call it: `anonymous`,
 * `signed_in`, or a permission (`sales/store`, alternatives joined with `##`). A write that concerns people also says
 * whom (`config.authority`). A route that says nothing stops the start.
 */
import jwt from '@fastify/jwt';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permissionMissing, Refusal } from '../domain/kernel/refusal.ts';
import { neverKept } from './answer-headers.ts';
import { checkAuthority, mustDeclareAuthority } from './authority.ts';
import { type OpeningCookie, openingToken } from './cookies.ts';
import type { DiskSpace } from './disk-space.ts';
import { ExportLimit, isExport } from './exports.ts';
import type { Identity } from './identity.ts';
import type { Person } from './person.ts';
import { writeDownRefusals } from './refusals.ts';
import { type RequestLimit, type RequestLimits, registerRequestLimit } from './request-limit.ts';
import { authenticateShopper, SHOP_PERMISSION, type Shopper } from './shopper.ts';
import { type AccessToken, tokenOptions } from './tokens.ts';
import { becauseOf, Unauthorized } from './unauthorized.ts';

export { Unauthorized } from './unauthorized.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `anonymous`, `signed_in`, `shop`, or permissions joined with `##`. */
    permission?: string;
    /** True for the few routes that a person reaches before they chose a password of their own. */
    beforePasswordChange?: boolean;
    /** True for the routes with which a second factor is set up that the role asks for. */
    beforeSecondFactor?: boolean;
    /** May be asked for with this cookie in place of the header. */
    opensWith?: OpeningCookie;
  }
  interface FastifyRequest {
    /** Set on every route that is neither anonymous nor of the shop. */
    person: Person;
    /** Set on the routes of the shop that ask who calls them. */
    shopper: Shopper | undefined;
    sid: string;
  }
}

export interface GuardOptions {
  readonly identity: Identity;
  readonly jwtSecret: string;
  /** Without one, as many requests as anybody likes. */
  readonly requestLimit?: RequestLimit | undefined;
  /** Without one, writes are taken however full the disk is. */
  readonly space?: DiskSpace | undefined;
  /** What routes that a library adds ask for, by their path; undefined for none. */
  readonly configOf?: (url: string) => Pick<FastifyContextConfig, 'permission' | 'opensWith'> | undefined;
}

/**
 * Call it before the routes of `app` are added; it holds for all of them and for no other. Gives the limits that routes take
 * from by themselves, undefined where there are none.
 */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<RequestLimits | undefined> {
  const { identity, jwtSecret, configOf, requestLimit, space } = options;
  const exports = new ExportLimit();
  neverKept(app);
  writeDownRefusals(app, identity);
  await app.register(jwt, tokenOptions(jwtSecret));
  const limits = requestLimit && (await registerRequestLimit(app, identity.pool, requestLimit));
  app.decorateRequest('person', null as unknown as Person);
  app.decorateRequest('shopper', undefined);
  app.decorateRequest('sid', '');
  app.decorateRequest('subject', undefined);
  app.addHook('onRoute', (route) => {
    const config = route.config?.permission ? route.config : { ...route.config, ...configOf?.(route.url) };
    if (config.permission) route.config = config;
    else throw new Error(`route ${route.method} ${route.url} declares no permission`);
    if (config.authority === undefined && mustDeclareAuthority(route)) {
      throw new Error(`route ${route.method} ${route.url} declares no authority`);
    }
  });
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    await limits?.takeOfAddress(request);
    const { permission, authority } = request.routeOptions.config;
    if (permission === 'anonymous' || permission === undefined) return;
    if (permission === SHOP_PERMISSION) {
      request.shopper = await authenticateShopper(request, identity.shopper);
      await limits?.takeOfPerson(request);
      if (isStored(request)) space?.requireSpace();
      return;
    }
    await authenticate(request, identity);
    await limits?.takeOfPerson(request);
    // What a window asks for by itself, while nobody is there, keeps no session alive.
    if (request.headers['x-background'] === undefined) identity.touch(request.sid).catch(() => undefined);
    await refuseWhilePending(request, identity);
    if (permission !== 'signed_in' && !request.person.can(permission)) throw forbidden(permission);
    if (request.person.till && authority === 'own_credentials') {
      throw new Refusal('forbidden', [{ field: '', message: 'not_at_a_till' }]);
    }
    if (isStored(request)) space?.requireSpace();
  });
  app.addHook('preHandler', async (request) => {
    await checkAuthority(request, identity);
    if (request.person && isExport(request)) exports.take(request.person.user_id);
  });
  return limits;
}

/** Throws Refusal `forbidden`, with what the person has to do first. */
async function refuseWhilePending(request: FastifyRequest, identity: Identity): Promise<void> {
  const { beforePasswordChange, beforeSecondFactor } = request.routeOptions.config;
  if (beforePasswordChange) return;
  const pending = await identity.pendingStep(request.person, request.sid);
  if (pending === undefined || (beforeSecondFactor && pending === 'must_set_up_second_factor')) return;
  throw new Refusal('forbidden', [{ field: '', message: pending }], { pending });
}

/** Signing in and out needs next to nothing and goes on, so that people can read while the disk is full. */
const isStored = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && routeOptions.url?.startsWith('/api/auth/') !== true;

async function authenticate(request: FastifyRequest, identity: Identity): Promise<void> {
  const cookie = openingToken(request);
  let token: AccessToken;
  try {
    token =
      cookie === undefined ? await request.jwtVerify<AccessToken>() : request.server.jwt.verify<AccessToken>(cookie);
  } catch (error) {
    throw new Unauthorized(becauseOf(error));
  }
  const expected = cookie === undefined ? 'access' : request.routeOptions.config.opensWith;
  if (token.type !== expected) throw new Unauthorized('invalid_token');
  const person = await identity.person(Number(token.sub), token.sid);
  if (!person) throw new Unauthorized('session_ended', token);
  request.person = person;
  request.sid = token.sid;
}

/** 403, naming what is missing: for people by its name, for programs as it is in `details.permission`. */
export function forbidden(permission: string): Refusal {
  return new Refusal('forbidden', [permissionMissing(permission)], { permission });
}
