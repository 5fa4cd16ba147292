/** A Redis that is away: each request is refused in time, and what was refused is never done. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobQueue, type JobWork, openJobQueue } from '../../command-api/jobs/queue.ts';
import { unavailable } from '../../identity/unavailable.ts';
import { hasRedis, openRedis, type TestRedis } from '../support/redis.ts';
import { until as poll } from '../support/waiting.ts';

/** The number of starts of each job. */
const begun = new Map<string, number>();
const works: Record<string, JobWork> = {
  count: async (data) => ({ doubled: (data as { number: number }).number * 2 }),
  lasting: async (data, { signal }) => {
    const { id } = data as { readonly id: string };
    begun.set(id, (begun.get(id) ?? 0) + 1);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw new Error('ended');
  },
};

describe.runIf(hasRedis && !process.env['REDIS_URL'])('a queue on a Redis that is away', () => {
  const ANSWERED_MS = 5_000;
  let redis: TestRedis;
  let queue: JobQueue;
  const options = () => ({
    ...{ databaseUrl: '', redisUrl: redis.url, name: 'away' },
    ...{ works, onError: () => undefined },
  });
  beforeEach(async () => {
    redis = await openRedis();
    queue = await openJobQueue(options());
  });
  afterEach(async () => {
    redis.signal('SIGCONT');
    await queue.close();
    await redis.stop();
  });
  /** What a request is told, within the time that a person waits. */
  const told = async (request: Promise<unknown>) => {
    const sinceMs = performance.now();
    const error = await request.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(performance.now() - sinceMs).toBeLessThan(ANSWERED_MS);
    return unavailable(error);
  };
  const kept = async (id: string) => {
    await sleep(1_500);
    return [(await queue.find(id))?.state, (await queue.list(50)).length, begun.get(id)];
  };

  it('refuses a job in time when it hangs, and does nothing of it when it answers again', async () => {
    const id = randomUUID();
    redis.signal('SIGSTOP');
    expect(await told(queue.add('lasting', { id }, id))).toBe('unavailable');
    expect(await told(queue.find(id))).toBe('unavailable');
    expect(await told(queue.list(10))).toBe('unavailable');
    expect(await told(queue.cancel(id))).toBe('unavailable');
    redis.signal('SIGCONT');
    await poll(() => queue.list(10));
    expect(await kept(id)).toEqual([undefined, 0, undefined]);
    await queue.add('count', { number: 2 }, 'afterwards');
    await poll(async () => (await queue.find('afterwards'))?.state === 'completed');
  });

  it('refuses a job in time when it hangs between the look for the job and its addition', async () => {
    const id = randomUUID();
    // The pause begins when Redis has read it, so the look is answered before and the addition is not.
    const beside = new Redis(redis.url);
    await beside.call('CLIENT', 'PAUSE', '4500', 'WRITE');
    expect(await told(queue.add('lasting', { id }, id))).toBe('unavailable');
    await beside.call('CLIENT', 'UNPAUSE');
    beside.disconnect();
    expect(await kept(id)).toEqual([undefined, 0, undefined]);
    // The same request is accepted when it is repeated.
    await queue.add('lasting', { id }, id);
    await poll(async () => begun.get(id) === 1);
  });

  it('keeps a job that was accepted before, when its repetition is refused', async () => {
    const id = randomUUID();
    await queue.add('lasting', { id }, id);
    await poll(async () => begun.get(id) === 1);
    redis.signal('SIGSTOP');
    expect(await told(queue.add('lasting', { id }, id))).toBe('unavailable');
    redis.signal('SIGCONT');
    await poll(() => queue.list(10));
    expect(await kept(id)).toEqual(['active', 1, 1]);
  });

  it('refuses in time when nothing listens, also to open the queue', async () => {
    await redis.stop();
    const id = randomUUID();
    expect(await told(queue.add('count', { number: 1 }, id))).toBe('unavailable');
    expect(await told(openJobQueue(options()))).toBe('unavailable');
  });
});
