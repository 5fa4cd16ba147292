import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type JobQueue,
  type JobQueueOptions,
  type JobView,
  type JobWork,
  openJobQueue,
} from '../../command-api/jobs/queue.ts';
import { CONNECTION_NAME } from '../../command-api/jobs/redis.ts';
import { DiskSpace, FREE_MB_MIN } from '../../identity/machine/disk-space.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';
import { hasRedis, openRedis } from '../support/redis.ts';
import { until as poll } from '../support/waiting.ts';

type Where = Pick<JobQueueOptions, 'databaseUrl' | 'redisUrl'>;

interface Backend {
  readonly name: string;
  readonly here: boolean;
  open(): Promise<{ readonly where: Where; close(): Promise<void> }>;
}

const backends: readonly Backend[] = [
  {
    name: 'PostgreSQL',
    here: true,
    open: async () => {
      const { url, drop } = await freshDatabase();
      return { where: { databaseUrl: rolesAt(url).command }, close: drop };
    },
  },
  {
    name: 'Redis',
    here: hasRedis,
    open: async () => {
      const { url, stop } = await openRedis();
      // Without a database: Redis stores the jobs.
      return { where: { databaseUrl: '', redisUrl: url }, close: stop };
    },
  },
];

/** The number of starts of each job. */
const begun = new Map<string, number>();
/** The jobs that were interrupted. */
const interrupted = new Set<string>();

const worksOf = (process: string): Record<string, JobWork> => ({
  count: async (data, { progress }) => {
    await progress('half way');
    return { doubled: (data as { number: number }).number * 2 };
  },
  refuse: async () => {
    throw new Error('not today');
  },
  'refuses once': async (data) => {
    const { id } = data as { readonly id: string };
    const times = (begun.get(id) ?? 0) + 1;
    begun.set(id, times);
    if (times === 1) throw new Error('not yet');
    return { times };
  },
  forever: (_data, { signal }) =>
    new Promise((_, reject) => {
      const stop = () => reject(new Error('stopped'));
      // A job may be cancelled before it is started.
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    }),
  where: async (_data, { progress, signal }) => {
    await progress(process);
    await untilAborted(signal);
    throw new Error(String(signal.reason));
  },
  'second time': async (data, { signal }) => {
    const { id } = data as { readonly id: string };
    const times = (begun.get(id) ?? 0) + 1;
    begun.set(id, times);
    if (times > 1) return { times };
    await untilAborted(signal);
    interrupted.add(id);
    // At the stop of a process, jobs throw errors of any kind.
    throw new Error('the connection was closed');
  },
});

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

async function until(queue: JobQueue, jobId: string, states: readonly string[]): Promise<JobView> {
  return poll(async () => {
    const job = await queue.find(jobId);
    return job && states.includes(job.state) && job;
  });
}

describe.each(backends)('a queue on $name', ({ here, open: openBackend }) => {
  const name = `test-${randomUUID()}`;
  let opened: Awaited<ReturnType<Backend['open']>>;
  let queue: JobQueue;
  const open = (process = 'first', space?: DiskSpace) =>
    openJobQueue({ ...opened.where, name, works: worksOf(process), onError: () => undefined, space });
  beforeAll(async () => {
    if (!here) return;
    opened = await openBackend();
    queue = await open();
  });
  afterAll(async () => {
    await queue?.close();
    await opened?.close();
  });

  it.runIf(here)('runs a job and keeps its progress and its result', async () => {
    await queue.add('count', { number: 21 }, 'count-1');
    expect(await until(queue, 'count-1', ['completed'])).toMatchObject({
      name: 'count',
      progress: 'half way',
      result: { doubled: 42 },
      error: null,
    });
  });

  it.runIf(here)('runs a job that is added twice once', async () => {
    await queue.add('count', { number: 1 }, 'count-2');
    await queue.add('count', { number: 2 }, 'count-2');
    expect((await until(queue, 'count-2', ['completed'])).result).toEqual({ doubled: 2 });
    expect((await queue.list(50)).filter((job) => job.job_id === 'count-2')).toHaveLength(1);
  });

  it.runIf(here)('refuses an id that another request or another job has', async () => {
    const add = (name: string, digest: string) => queue.add(name, { number: 3 }, 'asked-1', { digest });
    await add('count', 'first');
    await until(queue, 'asked-1', ['completed']);
    const used = { code: 'idempotency', issues: [{ field: '', message: 'idempotency_key_used_before' }] };
    await expect(add('count', 'second')).rejects.toMatchObject(used);
    await expect(add('refuse', 'first')).rejects.toMatchObject(used);
    expect(await add('count', 'first')).toMatchObject({ state: 'completed', result: { doubled: 6 } });
    expect((await queue.find('asked-1'))?.name).toBe('count');
  });

  it.runIf(here)('runs a job again that has ended without its effect, and no other one', async () => {
    const id = randomUUID();
    await queue.add('refuses once', { id }, id);
    expect((await until(queue, id, ['failed', 'completed'])).error).toBe('not yet');
    expect((await queue.add('refuses once', { id }, id)).state).toBe('failed');
    await queue.add('refuses once', { id }, id, { isMissing: true });
    expect(await until(queue, id, ['completed'])).toMatchObject({ result: { times: 2 }, error: null });
    const running = randomUUID();
    await queue.add('forever', {}, running);
    await until(queue, running, ['active']);
    expect((await queue.add('forever', {}, running, { isMissing: true })).state).toBe('active');
    await queue.cancel(running);
    await until(queue, running, ['failed']);
  });

  it.runIf(here)('runs a failed job again with its own data, a cancelled one too, and no other one', async () => {
    const id = randomUUID();
    await queue.add('refuses once', { id }, id);
    await until(queue, id, ['failed']);
    expect((await queue.runAgain(id))?.error).toBeNull();
    expect((await until(queue, id, ['failed', 'completed'])).result).toEqual({ times: 2 });
    expect(await queue.runAgain(id)).toMatchObject({ state: 'completed', result: { times: 2 } });
    expect(await queue.runAgain(randomUUID())).toBeUndefined();
    const cancelled = randomUUID();
    await queue.add('forever', {}, cancelled);
    await until(queue, cancelled, ['active']);
    await queue.cancel(cancelled);
    await until(queue, cancelled, ['failed']);
    await queue.runAgain(cancelled);
    await until(queue, cancelled, ['active']);
    await queue.cancel(cancelled);
    await until(queue, cancelled, ['failed']);
  });

  it.runIf(here)('reports why a job failed', async () => {
    await queue.add('refuse', {}, 'refuse-1');
    expect((await until(queue, 'refuse-1', ['failed'])).error).toBe('not today');
  });

  it.runIf(here)('cancels a job that runs', async () => {
    await queue.add('forever', {}, 'forever-1');
    await until(queue, 'forever-1', ['active']);
    expect(await queue.cancel('forever-1')).toBe(true);
    expect((await until(queue, 'forever-1', ['failed'])).error).toMatch(/stopped|cancelled/);
    expect(await queue.find('nobody')).toBeUndefined();
  });

  it.runIf(here)('remembers jobs after a restart', async () => {
    await queue.close();
    queue = await open();
    expect((await queue.find('count-1'))?.result).toEqual({ doubled: 42 });
  });

  it.runIf(here)('begins a job again that the stop of the process ended', async () => {
    const id = randomUUID();
    await queue.add('second time', { id }, id);
    await poll(async () => begun.get(id) === 1);
    await queue.close();
    queue = await open();
    const { state, result, error } = await until(queue, id, ['completed', 'failed']);
    expect([state, result, error]).toEqual(['completed', { times: 2 }, null]);
  });

  it.runIf(here)(
    'interrupts a job while the disk is almost full, and begins it again when there is space',
    async () => {
      await queue.close();
      let freeMb = FREE_MB_MIN;
      // Each read is ten seconds after the previous one, so that no cached answer is used.
      let nowMs = 0;
      queue = await open(
        'first',
        new DiskSpace(
          () => freeMb,
          () => (nowMs += 10_000),
        ),
      );
      const id = randomUUID();
      await queue.add('second time', { id }, id);
      await poll(async () => begun.get(id) === 1);
      freeMb = FREE_MB_MIN - 1;
      await poll(async () => interrupted.has(id));
      expect([begun.get(id), (await queue.find(id))?.state]).toEqual([1, 'active']);
      freeMb = FREE_MB_MIN;
      const { state, result } = await until(queue, id, ['completed', 'failed']);
      expect([state, result]).toEqual(['completed', { times: 2 }]);
      await queue.close();
      queue = await open();
    },
  );

  it.runIf(here)('cancels a job that runs in another process', async () => {
    const second = await open('second');
    try {
      const id = randomUUID();
      await queue.add('where', {}, id);
      const runsIn = await poll(async () => (await queue.find(id))?.progress ?? undefined);
      const elsewhere = runsIn === 'first' ? second : queue;
      expect(await elsewhere.cancel(id)).toBe(true);
      expect((await until(queue, id, ['completed', 'failed'])).error).toBe('cancelled');
    } finally {
      await second.close();
    }
  });

  it.runIf(here)('has nothing to cancel of a job that has ended, and keeps its result', async () => {
    expect(await queue.cancel('count-1')).toBe(false);
    expect((await queue.find('count-1'))?.result).toEqual({ doubled: 42 });
  });
});

describe('the connection of a queue on Redis', () => {
  it.runIf(hasRedis)('states its owner, waits while Redis is unavailable, and ends with the queue', async () => {
    const { url, stop } = await openRedis();
    const beside = new Redis(url);
    const connections = async () =>
      String(await beside.client('LIST'))
        .split('\n')
        .filter((line) => line.includes(` name=${CONNECTION_NAME}`));
    const queue = await openJobQueue({
      ...{ databaseUrl: '', redisUrl: url, name: `test-${randomUUID()}` },
      ...{ works: worksOf('first'), onError: () => undefined },
    });
    expect((await connections()).length).toBeGreaterThan(0);
    await queue.add('count', { number: 21 }, 'before');
    await until(queue, 'before', ['completed']);
    // Ends every connection, as an outage does; commands wait for the next connection.
    await beside.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await queue.add('count', { number: 4 }, 'after');
    expect((await until(queue, 'after', ['completed'])).result).toEqual({ doubled: 8 });
    await queue.close();
    await poll(async () => (await connections()).length === 0);
    beside.disconnect();
    await stop();
  });
});
