/**
 * How many requests a person, and an address, may make in a minute, over all processes and both sides of the API
 * (`@fastify/rate-limit` with a store of ours, decisions/0057). It is there against programs that hammer; somebody at a
 * screen never comes near it.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RequestCounts } from './request-counts.ts';
import { TooMany } from './too-many.ts';

/** A person, in a minute, where the environment says nothing. */
const PERSON_DEFAULT = 3000;
/** So many people work behind one address. */
const PEOPLE_AT_ADDRESS = 10;
/** A till reads its catalogue when it starts and when it hears of changes: so often in a minute with the limit above. */
const CATALOGUES_DEFAULT = 60;
const MINUTE_MS = 60_000;

export interface RequestLimit {
  /** Of a person. */
  readonly perMinute: number;
  /** In milliseconds; of the process when it is not said. */
  readonly now?: () => number;
}

export interface RequestLimits {
  /** Throws TooMany. */
  takeOfAddress(request: FastifyRequest): Promise<void>;
  /** Throws TooMany. */
  takeOfPerson(request: FastifyRequest): Promise<void>;
  /** Of the catalogue of a till, the largest answer that a device may ask for. Throws TooMany. */
  takeOfCatalogue(till: number): Promise<void>;
}

/** `pool` is of the database that all processes share. */
export async function registerRequestLimit(
  app: FastifyInstance,
  pool: pg.Pool,
  { perMinute, now = () => performance.now() }: RequestLimit,
): Promise<RequestLimits> {
  const counts = new RequestCounts({ pool, windowMs: MINUTE_MS, now });
  await app.register(rateLimit, { global: false, store: counts.store });
  const shared = { timeWindow: MINUTE_MS };
  // The network of an address of IPv6 counts as one.
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

/** REQUESTS_PER_MINUTE of a person; 0 is without a limit. Throws RangeError for what is not a number. */
export function requestLimitOf(environment: NodeJS.ProcessEnv): RequestLimit | undefined {
  const given = environment['REQUESTS_PER_MINUTE'] ?? '';
  if (given !== '' && !/^\d{1,9}$/.test(given)) throw new RangeError(`REQUESTS_PER_MINUTE is "${given}", not a number`);
  const perMinute = given === '' ? PERSON_DEFAULT : Number(given);
  return perMinute === 0 ? undefined : { perMinute };
}
