/**
 * Limits of requests per user and per address in a minute, over all processes and both sides of the API
 * (`@fastify/rate-limit` with a custom store, decisions/0057). They stop programs; people at a screen never reach
 * them.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RequestCounts } from './request-counts.ts';
import { TooMany } from './too-many.ts';

/** Default limit of a user per minute. */
const PERSON_DEFAULT = 3000;
/** Expected number of users behind one address. */
const PEOPLE_AT_ADDRESS = 10;
/** Catalogue reads of a till per minute, at the default limit; tills read it at the start and after changes. */
const CATALOGUES_DEFAULT = 60;
const MINUTE_MS = 60_000;

export interface RequestLimit {
  /** Limit of a user. */
  readonly perMinute: number;
  /** Returns milliseconds; defaults to the clock of the process. */
  readonly now?: () => number;
}

export interface RequestLimits {
  /** Throws TooMany. */
  takeOfAddress(request: FastifyRequest): Promise<void>;
  /** Throws TooMany. */
  takeOfPerson(request: FastifyRequest): Promise<void>;
  /** Limits the catalogue of a till, the largest answer for a device. Throws TooMany. */
  takeOfCatalogue(till: number): Promise<void>;
}

/** `pool` is the database that all processes share. */
export async function registerRequestLimit(
  app: FastifyInstance,
  pool: pg.Pool,
  { perMinute, now = () => performance.now() }: RequestLimit,
): Promise<RequestLimits> {
  const counts = new RequestCounts({ pool, windowMs: MINUTE_MS, now });
  await app.register(rateLimit, { global: false, store: counts.store });
  const shared = { timeWindow: MINUTE_MS };
  // All IPv6 addresses of a network count as one.
  const ofAddress = app.createRateLimit({ ...shared, max: perMinute * PEOPLE_AT_ADDRESS });
  const keyGenerator = ({ person, shopper }: FastifyRequest) =>
    person ? `person ${person.user_id}` : `shopper ${shopper?.consumer_id}`;
  const ofPerson = app.createRateLimit({ ...shared, max: perMinute, keyGenerator });
  const catalogues = Math.max(1, Math.floor((perMinute * CATALOGUES_DEFAULT) / PERSON_DEFAULT));
  return {
    takeOfCatalogue: async (till) => {
      const { current, ttl } = await counts.add(`catalogue of till ${till}`, catalogues);
      if (current > catalogues) throw tooMany(ttl / 1000);
    },
    takeOfAddress: async (request) => refuseBeyond(await ofAddress(request)),
    takeOfPerson: async (request) => refuseBeyond(await ofPerson(request)),
  };
}

type Result = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseBeyond(result: Result): void {
  if (result.isAllowed || !result.isExceeded) return;
  throw tooMany(result.ttlInSeconds);
}

const tooMany = (seconds: number): TooMany => new TooMany('too_many_requests', Math.max(1, Math.ceil(seconds)));

/**
 * REQUESTS_PER_MINUTE of a user; undefined for 0, which disables the limit. Throws RangeError when it is not a number.
 */
export function requestLimitOf(environment: NodeJS.ProcessEnv): RequestLimit | undefined {
  const given = environment['REQUESTS_PER_MINUTE'] ?? '';
  if (given !== '' && !/^\d{1,9}$/.test(given)) throw new RangeError(`REQUESTS_PER_MINUTE is "${given}", not a number`);
  const perMinute = given === '' ? PERSON_DEFAULT : Number(given);
  return perMinute === 0 ? undefined : { perMinute };
}
