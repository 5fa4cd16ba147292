/** The Redis connection of the queue. */
import type { Redis } from 'ioredis';

/** Name in Redis' `client list`; the worker's blocking connection is a duplicate with the same name. */
export const CONNECTION_NAME = 'daftar-jobs';
const RETRY_MS_MAX = 5_000;
const RETRY_MS_STEP = 200;

/**
 * While Redis is unavailable, commands of a worker wait and the connection is retried without limit; `onError` is
 * called for each failure. `end` closes it, whether Redis answers or not.
 */
export async function connectRedis(
  url: string,
  onError: (error: Error) => void,
): Promise<{ readonly redis: Redis; readonly end: () => void }> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectionName: CONNECTION_NAME,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * RETRY_MS_STEP, RETRY_MS_MAX),
  });
  redis.on('error', onError);
  return { redis, end: () => redis.disconnect() };
}
