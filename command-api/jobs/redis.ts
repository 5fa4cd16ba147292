/** The connection of the queue to Redis. */
import type { Redis } from 'ioredis';

/** As `client list` of Redis names it; the worker's waiting connection is a duplicate of it with the same name. */
export const CONNECTION_NAME = 'daftar-jobs';
const RETRY_MS_MAX = 5_000;
const RETRY_MS_STEP = 200;

/**
 * Commands of a worker wait for as long as Redis is away, and it is tried again for ever; `onError` is told each time. `end` closes
 * it, whether Redis answers or not.
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
