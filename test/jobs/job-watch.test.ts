/** Watching jobs: the job is read once for all of its watchers, and each of them listens a limited number of times. */
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JobWatch, LISTENERS_MAX } from '../../command-api/jobs/job-watch.ts';
import { type JobQueue, type JobView, openJobQueue } from '../../command-api/jobs/queue.ts';
import { jobRoutes } from '../../command-api/jobs/routes.ts';
import { registerErrors } from '../../identity/error-answer.ts';
import { freshDatabase } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';

const STEPS = 6;
const LISTENING = 20;

const nobodyLeaves = () => new AbortController().signal;

describe('a job that many watch', () => {
  it('is looked at for all of them together, and each is told of it to its end', async () => {
    let looks = 0;
    const find = async () => {
      looks += 1;
      return { job_id: 'one', state: looks < STEPS ? 'active' : 'completed', progress: `${looks}` } as JobView;
    };
    const watch = new JobWatch({ find });
    const told = await Promise.all(
      Array.from({ length: LISTENING }, async (_, person) => {
        const events: string[] = [];
        for await (const event of watch.listen('one', person, nobodyLeaves())) events.push(event);
        return events;
      }),
    );
    for (const events of told) expect(events.at(-1)).toContain('"state":"completed"');
    // With a read for each watcher there would be twenty times as many.
    expect(looks).toBeLessThan(STEPS * 3);
  });

  it('that is not there ends at once', async () => {
    const events = new JobWatch({ find: async () => undefined }).listen('none', 1, nobodyLeaves());
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe('a job that does not change', () => {
  const active = async () => ({ job_id: 'one', state: 'active', progress: '1' }) as JobView;

  it('is told with its first event, then a line every 20 s, and for five minutes', async () => {
    let nowMs = 0;
    const watch = new JobWatch({ find: active }, () => nowMs);
    const events = watch.listen('one', 1, nobodyLeaves());
    expect((await events.next()).value).toContain('"state":"active"');
    for (let line = 1; line <= 3; line += 1) {
      nowMs += 20_000;
      expect(await events.next()).toEqual({ done: false, value: ': nothing new\n\n' });
    }
    nowMs = 300_000;
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('is silent before 20 s have passed', async () => {
    let nowMs = 0;
    let looks = 0;
    const find = () => {
      looks += 1;
      return active();
    };
    const watch = new JobWatch({ find }, () => nowMs);
    const gone = new AbortController();
    const events = watch.listen('one', 1, gone.signal);
    await events.next();
    nowMs = 19_999;
    const next = events.next();
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2), { timeout: LIMIT_MS });
    gone.abort();
    expect((await next).done).toBe(true);
  });
});

describe('a person', () => {
  let app: FastifyInstance;
  let queue: JobQueue;
  let drop: () => Promise<void>;
  let address: string;
  let jobId: string;
  beforeAll(async () => {
    const database = await freshDatabase();
    ({ drop } = database);
    const works = {
      rebuild: (_data: unknown, { signal }: { readonly signal: AbortSignal }) =>
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    queue = await openJobQueue({ databaseUrl: database.url, works, onError: () => undefined, name: randomUUID() });
    app = Fastify({ forceCloseConnections: true });
    registerErrors(app);
    app.decorateRequest('person', null as never);
    app.addHook('onRequest', async (request) => {
      request.person = { user_id: Number(request.headers['x-person']), can: () => true, user: { lang: 'en' } } as never;
    });
    jobRoutes(app, {} as never, async () => queue);
    address = await app.listen({ port: 0 });
    ({ job_id: jobId } = await queue.add('rebuild', {}, randomUUID()));
  });
  afterAll(async () => {
    await queue.cancel(jobId);
    await app.close();
    await queue.close();
    await drop();
  });

  const listening = (person: number, signal?: AbortSignal) =>
    fetch(`${address}/jobs/${jobId}/events`, {
      headers: { 'x-person': String(person) },
      ...(signal ? { signal } : {}),
    });

  it('listens so many times at once and no more, others are not held off, and who goes away makes room', async () => {
    const windows = Array.from({ length: LISTENERS_MAX }, () => new AbortController());
    const open = await Promise.all(windows.map(({ signal }) => listening(1, signal)));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    const refused = await listening(1);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'too_many' });
    const leaving = new AbortController();
    expect((await listening(2, leaving.signal)).status).toBe(200);
    leaving.abort();
    windows[0]?.abort();
    await vi.waitFor(
      async () => {
        const next = new AbortController();
        const { status } = await listening(1, next.signal);
        next.abort();
        expect(status).toBe(200);
      },
      { timeout: LIMIT_MS },
    );
    for (const window of windows) window.abort();
  });
});
