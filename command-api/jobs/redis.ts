/**
 * The Redis connections of the queue: one for the worker, which waits while Redis is unavailable, and one for requests,
 * which do not: they are answered with 503 within seconds, and nothing of them is sent later.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { StoreUnavailable } from '../../event-store/port.ts';

/** Name in Redis' `client list`; the worker's blocking connection is a duplicate with the same name. */
export const CONNECTION_NAME = 'daftar-jobs';
const RETRY_MS_MAX = 5_000;
const RETRY_MS_STEP = 200;
/** So long a request waits for a connection and for its answer. */
const ANSWER_MS_MAX = 3_000;
const FORGOTTEN_EVERY_MS = 500;

export interface RedisConnections {
  readonly ofWorker: Redis;
  readonly ofRequests: Redis;
  /** Redis does not answer now. */
  readonly isAway: () => Promise<boolean>;
  /** Closes both, whether Redis answers or not. */
  readonly end: () => void;
}

/**
 * While Redis is unavailable, commands of a worker wait and the connections are retried without limit; `onError` is
 * called for each failure. Throws StoreUnavailable when Redis does not answer now.
 */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<RedisConnections> {
  const { Redis } = await import('ioredis');
  const options = {
    connectionName: CONNECTION_NAME,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(times * RETRY_MS_STEP, RETRY_MS_MAX),
  };
  const ofRequests = new Redis(url, { ...options, enableOfflineQueue: false, autoResendUnfulfilledCommands: false });
  ofRequests.on('error', onError);
  try {
    await answered(ofRequests, () => ofRequests.ping());
  } catch (error) {
    ofRequests.disconnect();
    throw error;
  }
  const ofWorker = new Redis(url, options);
  ofWorker.on('error', onError);
  const end = () => {
    ofWorker.disconnect();
    ofRequests.disconnect();
  };
  const isAway = () =>
    answered(ofRequests, () => ofRequests.ping()).then(
      () => false,
      () => true,
    );
  return { ofWorker, ofRequests, isAway, end };
}

/**
 * The result of a command to Redis; the command is sent again after a lost connection, and must be idempotent. Throws
 * StoreUnavailable when there is none in time.
 */
async function answered<Result>(redis: Redis, ask: () => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const { signal } = over;
  const timeout = sleep(ANSWER_MS_MAX, undefined, { signal }).then(() => {
    throw new StoreUnavailable('Redis does not answer');
  });
  try {
    for (;;) {
      if (redis.status !== 'ready') await Promise.race([once(redis, 'ready', { signal }), timeout]);
      const lost = once(redis, 'close', { signal }).then((): typeof LOST => LOST);
      const answer = await Promise.race([ask().catch(lostBy), lost, timeout]);
      if (typeof answer !== 'symbol') return answer;
      await sleep(NOTICED_MS, undefined, { signal });
    }
  } catch (error) {
    if (error instanceof StoreUnavailable || redis.status === 'ready') throw error;
    throw new StoreUnavailable('Redis is not connected', { cause: error });
  } finally {
    over.abort();
    // The race is over.
    timeout.catch(() => undefined);
  }
}

const LOST: unique symbol = Symbol('the connection was lost');
/** The client notices a lost connection a moment after its first command fails. */
const NOTICED_MS = 20;
const OF_CONNECTION = /isn't writeable|connection is closed|connection close/i;

function lostBy(error: Error): typeof LOST {
  if (OF_CONNECTION.test(error.message)) return LOST;
  throw error;
}

export type AskedQueue = Pick<
  Queue,
  'add' | 'getJob' | 'getJobState' | 'getJobs' | 'getJobLogs' | 'getJobCounts' | 'remove'
>;

export interface RequestQueue {
  readonly queue: AskedQueue;
  /** The job's request was answered with 503: its worker must not begin it. */
  readonly isAbandoned: (jobId: string) => boolean;
}

/**
 * The queue for requests. Each call throws StoreUnavailable when it has no answer in time. A job whose addition had none is
 * removed as soon as Redis answers; one that was there before stays.
 */
export function answeredQueue(queue: AskedQueue, redis: Redis): RequestQueue {
  const asked = <Result>(ask: () => Promise<Result>): Promise<Result> => answered(redis, ask);
  const abandoned = new Set<string>();
  const forget = async (jobId: string): Promise<void> => {
    abandoned.add(jobId);
    // The first one follows the addition on the same connection, before a worker can take the job.
    for (
      let isThere = true;
      isThere && redis.status !== 'end';
      await sleep(FORGOTTEN_EVERY_MS, undefined, { ref: false })
    ) {
      const removed = queue
        .remove(jobId)
        .then(async (count) => count === 0 && (await queue.getJob(jobId)) !== undefined);
      const { promise: lost, resolve } = Promise.withResolvers<boolean>();
      const isLost = () => resolve(true);
      redis.once('close', isLost);
      // Without an answer it may be there: the next look tells.
      isThere = await Promise.race([removed, lost]).catch(() => true);
      redis.off('close', isLost);
    }
    abandoned.delete(jobId);
  };
  const ofRequests: AskedQueue = {
    getJob: (id) => asked(() => queue.getJob(id)),
    getJobState: (id) => asked(() => queue.getJobState(id)),
    getJobs: (...args) => asked(() => queue.getJobs(...args)),
    getJobLogs: (...args) => asked(() => queue.getJobLogs(...args)),
    getJobCounts: (...args) => asked(() => queue.getJobCounts(...args)),
    remove: (...args) => asked(() => queue.remove(...args)),
    add: async (name, data, options) => {
      const jobId = options?.jobId;
      const before = jobId === undefined ? undefined : await asked(() => queue.getJob(jobId));
      if (before) return before;
      let isSent = false;
      try {
        return await asked(() => {
          isSent = true;
          return queue.add(name, data, options);
        });
      } catch (error) {
        if (isSent && jobId !== undefined) void forget(jobId);
        throw error;
      }
    },
  };
  return { queue: ofRequests, isAbandoned: (jobId) => abandoned.has(jobId) };
}
