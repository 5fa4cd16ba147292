/**
 * How many requests a person, and an address, may make: a bucket each, that fills again while nobody asks. It is there
 * against programs that hammer; somebody at a screen never empties it. Each process counts its own.
 */
import type { FastifyRequest } from 'fastify';
import { TooMany } from './too-many.ts';

/** A person, in a minute, where the environment says nothing. */
const PERSON_DEFAULT = 3000;
/** So many people work behind one address. */
const PEOPLE_AT_ADDRESS = 10;
const MINUTE_MS = 60_000;
/** Beyond so many, buckets that are full again are forgotten. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

export class RequestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `now` in milliseconds. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Throws TooMany. */
  takeOfAddress({ ip }: Pick<FastifyRequest, 'ip'>): void {
    this.#take(`address ${ip}`, this.#perMinute * PEOPLE_AT_ADDRESS);
  }

  /** Throws TooMany. */
  takeOfPerson(userId: number): void {
    this.#take(`person ${userId}`, this.#perMinute);
  }

  #take(key: string, perMinute: number): void {
    const left = this.#left(key, perMinute);
    if (left < 1) throw new TooMany('too_many_requests', Math.ceil(((1 - left) * MINUTE_MS) / perMinute / 1000));
    if (this.#buckets.size >= BUCKETS_MAX) this.#forgetFull();
    this.#buckets.set(key, { left: left - 1, at: this.#now() });
  }

  #left(key: string, perMinute: number): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return perMinute;
    return Math.min(perMinute, bucket.left + ((this.#now() - bucket.at) * perMinute) / MINUTE_MS);
  }

  #forgetFull(): void {
    for (const [key, { at }] of this.#buckets) if (this.#now() - at >= MINUTE_MS) this.#buckets.delete(key);
  }
}

/** REQUESTS_PER_MINUTE of a person; 0 is without a limit. Throws RangeError for what is not a number. */
export function requestLimitOf(environment: NodeJS.ProcessEnv): RequestLimit | undefined {
  const given = environment['REQUESTS_PER_MINUTE'] ?? '';
  if (given !== '' && !/^\d{1,9}$/.test(given)) throw new RangeError(`REQUESTS_PER_MINUTE is "${given}", not a number`);
  const perMinute = given === '' ? PERSON_DEFAULT : Number(given);
  return perMinute === 0 ? undefined : new RequestLimit(perMinute);
}
