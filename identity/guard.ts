/**
 * The guard of the API. Every route declares its callers in `config.permission`: `anonymous`, `signed_in`, or a
 * permission (`sales/store`, alternatives joined with `##`). Writes that affect users also declare them
 * (`config.authority`). The start fails when a route declares nothing.
 */
import jwt from '@fastify/jwt';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Feature, isOfModule, offFeatureOf } from '../domain/organisation/features.ts';
import { concernsAllOutlets } from '../domain/registry/whole-business.ts';
import { permissionMissing, Refusal } from '../domain/values/refusal.ts';
import { neverKept } from './answer-headers.ts';
import { checkAuthority, mustDeclareAuthority } from './authority.ts';
import { type OpeningCookie, openingToken } from './cookies.ts';
import { ExportLimit, isExport } from './exports.ts';
import type { Identity } from './identity.ts';
import type { ClockWatch } from './machine/clock-watch.ts';
import type { DiskSpace } from './machine/disk-space.ts';
import type { Person } from './person.ts';
import { writeDownRefusals } from './refusals.ts';
import { type RequestLimit, type RequestLimits, registerRequestLimit } from './request-limit.ts';
import { authenticateShopper, SHOP_PERMISSION, type Shopper } from './shopper.ts';
import { type AccessToken, tokenOptions } from './tokens.ts';
import { becauseOf, Unauthorized } from './unauthorized.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `anonymous`, `signed_in`, `shop`, or permissions joined with `##`. */
    permission?: string;
    /** True for the few routes available before a user has replaced a one-time password. */
    beforePasswordChange?: boolean;
    /** True for the routes for setting up a required second factor. */
    beforeSecondFactor?: boolean;
    /** The module of a route without a permission of it: switched off, the route refuses (decisions/0118). */
    feature?: Feature;
    /** The cookie that the route accepts instead of the header. */
    opensWith?: OpeningCookie;
  }
  interface FastifyRequest {
    /** Set on every route except anonymous ones and those of the shop. */
    person: Person;
    /** Set on the shop's routes that require a signed-in customer. */
    shopper: Shopper | undefined;
    sid: string;
    /** Whether the session is still open and has the permission of the route: for streams, which last. */
    mayGoOn: () => Promise<boolean>;
  }
}

/** A body of a stranger, a device or a customer of the application, where its route names no other limit. */
const STRANGER_BYTES_MAX = 64 * 1024;

export interface GuardOptions {
  readonly identity: Identity;
  readonly jwtSecret: string;
  /** Without it, requests are not limited. */
  readonly requestLimit?: RequestLimit | undefined;
  /** Without it, writes are accepted whatever the free disk space. */
  readonly space?: DiskSpace | undefined;
  /** Without it, writes are accepted whatever the clock says. */
  readonly clock?: Pick<ClockWatch, 'requireRightClock'> | undefined;
  /** Returns the declaration for routes that a library adds, by their path; undefined for other routes. */
  readonly configOf?: (url: string) => Pick<FastifyContextConfig, 'permission' | 'opensWith'> | undefined;
}

/**
 * Call it before the routes of `app` are added; it applies to all of them and to no others. Returns the limits that
 * routes apply themselves; undefined when there are none.
 */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<RequestLimits | undefined> {
  const { identity, jwtSecret, configOf, requestLimit, space, clock } = options;
  const requireStorable = (request: FastifyRequest): void => {
    if (!isStored(request)) return;
    space?.requireSpace();
    clock?.requireRightClock();
  };
  const exports = new ExportLimit();
  neverKept(app);
  writeDownRefusals(app, identity, space);
  await app.register(jwt, tokenOptions(jwtSecret));
  const limits = requestLimit && (await registerRequestLimit(app, identity.pool, requestLimit));
  app.decorateRequest('person', null as unknown as Person);
  app.decorateRequest('shopper', undefined);
  app.decorateRequest('sid', '');
  app.decorateRequest('mayGoOn', async () => true);
  app.decorateRequest('subject', undefined);
  app.addHook('onRoute', (route) => declare(route, configOf));
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    await limits?.takeOfAddress(request);
    const { permission, authority, feature } = request.routeOptions.config;
    if (permission === undefined) return;
    if (feature) await refuseSwitchedOff(feature, identity);
    if (permission === 'anonymous') {
      // A till and a customer of the shop who signs up or in store without a session.
      requireStorable(request);
      return;
    }
    if (permission === SHOP_PERMISSION) {
      await refuseSwitchedOff('has_online_orders', identity);
      request.shopper = await authenticateShopper(request, identity.shopper);
      await limits?.takeOfPerson(request);
      requireStorable(request);
      return;
    }
    await authenticate(request, identity);
    await limits?.takeOfPerson(request);
    // Background requests of a window do not keep the session alive.
    if (request.headers['x-background'] === undefined) identity.touch(request.sid).catch(() => undefined);
    await refuseWhilePending(request, identity);
    if (permission !== 'signed_in' && !request.person.can(permission)) throw forbidden(permission);
    if (isWrite(request)) await refuseOfFeature(permission, identity);
    if (request.person.till && authority === 'own_credentials') {
      throw new Refusal('forbidden', [{ field: '', message: 'not_at_a_till' }]);
    }
    requireStorable(request);
  });
  app.addHook('preHandler', async (request) => {
    await checkAuthority(request, identity);
    if (request.person && isExport(request)) exports.take(request.person.user_id);
  });
  return limits;
}

/** Every route says who may call it, and what it reads of a stranger at most. Throws Error. */
function declare(route: RouteOptions, configOf: GuardOptions['configOf']): void {
  const config = route.config?.permission ? route.config : { ...route.config, ...configOf?.(route.url) };
  if (config.permission) route.config = config;
  else throw new Error(`route ${route.method} ${route.url} declares no permission`);
  if (config.permission === 'anonymous' || config.permission === SHOP_PERMISSION) {
    route.bodyLimit ??= STRANGER_BYTES_MAX;
  }
  if (config.authority === undefined && mustDeclareAuthority(route)) {
    throw new Error(`route ${route.method} ${route.url} declares no authority`);
  }
}

/** Throws Refusal `forbidden` with the step that the user must complete first. */
async function refuseWhilePending(request: FastifyRequest, identity: Identity): Promise<void> {
  const { beforePasswordChange, beforeSecondFactor } = request.routeOptions.config;
  if (beforePasswordChange) return;
  const pending = await identity.pendingStep(request.person, request.sid);
  if (pending === undefined || (beforeSecondFactor && pending === 'must_set_up_second_factor')) return;
  throw new Refusal('forbidden', [{ field: '', message: pending }], { pending });
}

/** Throws Refusal when all resources of the permission belong to modules that are switched off. */
async function refuseOfFeature(permission: string, identity: Identity): Promise<void> {
  const resources = permission.split('##').map((part) => part.split('/')[0] ?? '');
  if (!resources.every(isOfModule)) return;
  const { settings } = await identity.switches();
  const off = resources.map((resource) => offFeatureOf(settings, resource));
  const [feature] = off;
  if (feature && off.every((each) => each !== undefined)) throw switchedOff(feature);
}

/** A shop that is closed is not there for strangers: 404, also before it was set up. */
async function refuseSwitchedOff(feature: Feature, identity: Identity): Promise<void> {
  const { settings, hasShop } = await identity.switches();
  if (feature === 'has_online_orders' && !hasShop) {
    throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  }
  if (settings?.[feature] === false) throw switchedOff(feature);
}

const switchedOff = (feature: Feature): Refusal =>
  new Refusal('wrong_state', [{ field: feature, message: 'switched_off' }]);

const isWrite = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';

/** The PIN of an approval is checked like that of a sign-in. */
const EXEMPT: ReadonlySet<string> = new Set(['/api/shop/sign_out', '/api/till/approvals']);

/**
 * Signing in and out of the back office is exempt, so that people can read while the disk is full; the sign-in itself
 * refuses strangers. Customers of the application read without it.
 */
function isStored(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions;
  return isWrite(request) && !url.startsWith('/api/auth/') && !EXEMPT.has(url);
}

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
  const { permission } = request.routeOptions.config;
  request.mayGoOn = async () => {
    const still = await identity.person(person.user_id, token.sid);
    return still !== undefined && (permission === 'signed_in' || still.can(permission ?? ''));
  };
}

/** 403 with the missing permission: by its name for people, and unchanged in `details.permission` for programs. */
export function forbidden(permission: string): Refusal {
  const issue = permission.split('##').some(concernsAllOutlets)
    ? { field: '', message: 'permission_of_all_outlets', params: { permission } }
    : permissionMissing(permission);
  return new Refusal('forbidden', [issue], { permission });
}
