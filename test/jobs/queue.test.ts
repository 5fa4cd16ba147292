import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobQueue, type JobView, type JobWork, openJobQueue } from '../../command-api/jobs/queue.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const redisUrl = process.env['REDIS_URL'];
const backends = [{ name: 'PostgreSQL', redisUrl: undefined }, ...(redisUrl ? [{ name: 'Redis', redisUrl }] : [])];

const works: Record<string, JobWork> = {
  count: async (data, { progress }) => {
    await progress('half way');
    return { doubled: (data as { number: number }).number * 2 };
  },
  refuse: async () => {
    throw new Error('not today');
  },
  forever: (_data, { signal }) =>
    new Promise((_, reject) => {
      const stop = () => reject(new Error('stopped'));
      // It may be cancelled before it begins.
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    }),
};

async function until(queue: JobQueue, jobId: string, states: readonly string[]): Promise<JobView> {
  for (;;) {
    const job = await queue.find(jobId);
    if (job && states.includes(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(backends)('a queue on $name', (backend) => {
  const name = `test-${randomUUID()}`;
  const open = () =>
    openJobQueue({
      databaseUrl: database.url,
      name,
      works,
      onError: () => undefined,
      ...(backend.redisUrl ? { redisUrl: backend.redisUrl } : {}),
    });
  let queue: JobQueue;
  beforeAll(async () => {
    queue = await open();
  });
  afterAll(() => queue.close());

  it('runs a job and keeps its progress and its result', async () => {
    await queue.add('count', { number: 21 }, 'count-1');
    expect(await until(queue, 'count-1', ['completed'])).toMatchObject({
      name: 'count',
      progress: 'half way',
      result: { doubled: 42 },
      error: null,
    });
  });

  it('runs a job that is added twice once', async () => {
    await queue.add('count', { number: 1 }, 'count-2');
    await queue.add('count', { number: 2 }, 'count-2');
    expect((await until(queue, 'count-2', ['completed'])).result).toEqual({ doubled: 2 });
    expect((await queue.list(50)).filter((job) => job.job_id === 'count-2')).toHaveLength(1);
  });

  it('says why a job failed', async () => {
    await queue.add('refuse', {}, 'refuse-1');
    expect((await until(queue, 'refuse-1', ['failed'])).error).toBe('not today');
  });

  it('cancels a job that runs', async () => {
    await queue.add('forever', {}, 'forever-1');
    await until(queue, 'forever-1', ['active']);
    expect(await queue.cancel('forever-1')).toBe(true);
    expect((await until(queue, 'forever-1', ['failed'])).error).toMatch(/stopped|cancelled/);
    expect(await queue.find('nobody')).toBeUndefined();
  });

  it('remembers jobs after a restart', async () => {
    await queue.close();
    queue = await open();
    expect((await queue.find('count-1'))?.result).toEqual({ doubled: 42 });
  });
});
