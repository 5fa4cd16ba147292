/** Jobs over the API: start one, watch it, cancel it. The queue is opened when the first of these is asked for. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Body, Id } from '../../domain/kernel/fields.schema.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { commandIdOf, requireKey } from '../http/command.ts';
import { ERROR_SCHEMA } from '../http/errors.ts';
import { jobEvents } from './job-events.ts';
import type { JobQueue } from './queue.ts';

const REBUILD = 'recalculations/store';
const CLOSE_YEAR = 'year_closes/store';
const PERMISSION = `${REBUILD}##${CLOSE_YEAR}`;
const LISTED_JOBS = 50;
const RebuildBody = Body({ accept_differences: Type.Optional(Type.Boolean()) });
const CloseYearBody = Body({ year_close_fk: Id() });
const RecalculateBody = Body({
  recalculation_fk: Id(),
  /** What was shown, to be committed. */
  plan: Type.Optional(
    Body({
      position: Type.String({ pattern: '^\\d{1,18}$' }),
      digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      differences: Type.Integer({ minimum: 0 }),
    }),
  ),
});

const JOB = {
  type: 'object',
  properties: {
    job_id: { type: 'string' },
    name: { type: 'string' },
    state: { type: 'string' },
    progress: { type: ['string', 'null'] },
    result: {},
    error: { type: ['string', 'null'] },
    added_at: { type: 'string' },
    finished_at: { type: ['string', 'null'] },
  },
} as const;
const one = { 200: { type: 'object', properties: { data: JOB } }, '4xx': ERROR_SCHEMA, '5xx': ERROR_SCHEMA };
const many = { ...one, 200: { type: 'object', properties: { data: { type: 'array', items: JOB } } } };

export function jobRoutes(app: FastifyInstance, queue: () => Promise<JobQueue>): void {
  app.route({
    config: { permission: REBUILD },
    method: 'POST',
    url: '/jobs/rebuild',
    schema: { tags: ['jobs'], body: RebuildBody, response: one },
    handler: async (request) => {
      requireKey(request);
      return { data: await (await queue()).add('rebuild', request.body as object as never, commandIdOf(request)) };
    },
  });
  app.route({
    config: { permission: CLOSE_YEAR },
    method: 'POST',
    url: '/jobs/close_year',
    schema: { tags: ['jobs'], body: CloseYearBody, response: one },
    handler: async (request) => {
      requireKey(request);
      const { year_close_fk } = request.body as { readonly year_close_fk: number };
      const data = { year_close_fk, user_id: request.person.user_id };
      // A close is worked on once, whoever asks.
      return { data: await (await queue()).add('close_year', data, `close_year-${year_close_fk}`) };
    },
  });
  app.route({
    config: { permission: REBUILD },
    method: 'POST',
    url: '/jobs/recalculate',
    schema: { tags: ['jobs'], body: RecalculateBody, response: one },
    handler: async (request) => {
      requireKey(request);
      const data = { ...(request.body as object), user_id: request.person.user_id };
      return { data: await (await queue()).add('recalculate', data, commandIdOf(request)) };
    },
  });
  watchRoutes(app, queue);
}

/** Whoever may start one may watch it and cancel it. */
function watchRoutes(app: FastifyInstance, queue: () => Promise<JobQueue>): void {
  const shared = { config: { permission: PERMISSION } };
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs',
    schema: { tags: ['jobs'], response: many },
    handler: async () => ({ data: await (await queue()).list(LISTED_JOBS) }),
  });
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs/:job_id',
    schema: { tags: ['jobs'], response: one },
    handler: async (request) => {
      const job = await (await queue()).find(jobId(request.params));
      if (!job) throw notFound();
      return { data: job };
    },
  });
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs/:job_id/events',
    schema: { tags: ['jobs'], response: { '4xx': ERROR_SCHEMA, '5xx': ERROR_SCHEMA } },
    handler: async (request, reply) => {
      const jobs = await queue();
      const id = jobId(request.params);
      if (!(await jobs.find(id))) throw notFound();
      const gone = new AbortController();
      request.raw.on('close', () => gone.abort());
      reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(Readable.from(jobEvents(jobs, id, gone.signal)));
    },
  });
  app.route({
    ...shared,
    method: 'POST',
    url: '/jobs/:job_id/cancel',
    schema: { tags: ['jobs'], response: one },
    handler: async (request) => {
      const jobs = await queue();
      const id = jobId(request.params);
      const job = await jobs.find(id);
      if (!job) throw notFound();
      await jobs.cancel(id);
      return { data: (await jobs.find(id)) ?? { ...job, state: 'failed', error: 'cancelled' } };
    },
  });
}

const jobId = (params: unknown): string => (params as { readonly job_id: string }).job_id;
const notFound = () => new Refusal('not_found', [{ field: '', message: 'not_found' }]);
