/** Jobs over the API: start one, watch it, cancel it. The queue is opened when the first of these is asked for. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Body, Id } from '../../domain/kernel/fields.schema.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { commandIdOf, requireKey } from '../http/command.ts';
import { ERROR_SCHEMA } from '../http/errors.ts';
import { CLOSE_YEAR } from './close-year.ts';
import { JobWatch } from './job-watch.ts';
import type { JobQueue, JobView } from './queue.ts';
import { RECALCULATE } from './recalculate.ts';
import { startedBy } from './started-by.ts';

const PERMISSION = `${RECALCULATE}##${CLOSE_YEAR}`;
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
    user_id: { type: ['integer', 'null'] },
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
    config: { permission: RECALCULATE },
    method: 'POST',
    url: '/jobs/rebuild',
    schema: { tags: ['jobs'], body: RebuildBody, response: one },
    handler: async (request) => {
      requireKey(request);
      const data = { ...(request.body as object), ...startedBy(request) };
      return { data: await (await queue()).add('rebuild', data, commandIdOf(request)) };
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
      const data = { year_close_fk, ...startedBy(request) };
      // A close is worked on once, whoever asks.
      return { data: await (await queue()).add('close_year', data, `close_year-${year_close_fk}`) };
    },
  });
  app.route({
    config: { permission: RECALCULATE },
    method: 'POST',
    url: '/jobs/recalculate',
    schema: { tags: ['jobs'], body: RecalculateBody, response: one },
    handler: async (request) => {
      requireKey(request);
      const data = { ...(request.body as object), ...startedBy(request) };
      return { data: await (await queue()).add('recalculate', data, commandIdOf(request)) };
    },
  });
  watchRoutes(app, queue);
}

/**
 * A person watches and cancels their own jobs, at a till those that were started there; whoever may start those of the
 * books, these too.
 */
function watchRoutes(app: FastifyInstance, queue: () => Promise<JobQueue>): void {
  const shared = { config: { permission: 'signed_in' } };
  const watch = new JobWatch({ find: async (jobId) => (await queue()).find(jobId) });
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs',
    schema: { tags: ['jobs'], response: many },
    handler: async (request) => {
      const jobs = await (await queue()).list(LISTED_JOBS);
      // What came of each row is told where the job is looked at.
      return { data: jobs.filter((job) => maySee(request, job)).map((job) => ({ ...job, result: null })) };
    },
  });
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs/:job_id',
    schema: { tags: ['jobs'], response: one },
    handler: async (request) => ({ data: await seenJob(await queue(), request) }),
  });
  app.route({
    ...shared,
    method: 'GET',
    url: '/jobs/:job_id/events',
    schema: { tags: ['jobs'], response: { '4xx': ERROR_SCHEMA, '5xx': ERROR_SCHEMA } },
    handler: async (request, reply) => {
      const jobs = await queue();
      const { job_id } = await seenJob(jobs, request);
      const gone = new AbortController();
      // Of the answer: whether it was sent to its end, or the listener went away, as somebody may have by now.
      reply.raw.on('close', () => gone.abort());
      if (reply.raw.closed) gone.abort();
      const events = watch.listen(job_id, request.person.user_id, gone.signal);
      return reply.type('text/event-stream; charset=utf-8').send(Readable.from(events));
    },
  });
  app.route({
    config: { ...shared.config, authority: 'own_session' },
    method: 'POST',
    url: '/jobs/:job_id/cancel',
    schema: { tags: ['jobs'], response: one },
    handler: async (request) => {
      const jobs = await queue();
      const job = await seenJob(jobs, request);
      await jobs.cancel(job.job_id);
      return { data: (await jobs.find(job.job_id)) ?? { ...job, state: 'failed', error: 'cancelled' } };
    },
  });
}

/** 404 for another's job as for one that is not there. */
async function seenJob(jobs: JobQueue, request: FastifyRequest): Promise<JobView> {
  const job = await jobs.find((request.params as { readonly job_id: string }).job_id);
  if (!job || !maySee(request, job)) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  return job;
}

const OF_THE_BOOKS: ReadonlySet<string> = new Set(['rebuild', 'close_year', 'recalculate']);

const maySee = ({ person }: FastifyRequest, job: JobView): boolean =>
  (job.user_id === person.user_id && (!person.till || job.till_fk === person.till.till_id)) ||
  (OF_THE_BOOKS.has(job.name) && person.can(PERMISSION));
