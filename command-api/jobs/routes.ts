/** Jobs in the API: start, watch and cancel. The queue is opened on first use. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { possible } from '../../domain/ledger/year-close.ts';
import { Body, Id } from '../../domain/schemas/fields.schema.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal, wrongState } from '../../domain/values/refusal.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf, pathPart } from '../../identity/request-parts.ts';
import { endWithRights } from '../../identity/stream-rights.ts';
import type { Commands } from '../commands/open-commands.ts';
import { commandIdOf, digestOfRequest, requireKey } from '../http/command.ts';
import { EVENTS, MANY, ONE } from './answer-schemas.ts';
import { CLOSE_YEAR, type CloseYearData, closeOf } from './close-year.ts';
import { JobWatch } from './job-watch.ts';
import { hasEnded, type JobQueue, type JobView } from './queue.ts';
import { RECALCULATE } from './recalculate.ts';
import { seenBy } from './seen-result.ts';
import { startedBy } from './started-by.ts';

const PERMISSION = `${RECALCULATE}##${CLOSE_YEAR}`;
const LISTED_JOBS = 50;
const RebuildBody = Body({ accept_differences: Type.Optional(Type.Boolean()) });
const CloseYearBody = Body({ year_close_fk: Id() });
const RecalculateBody = Body({
  recalculation_fk: Id(),
  /** The listed plan to commit. */
  plan: Type.Optional(
    Body({
      position: Type.String({ pattern: '^\\d{1,18}$' }),
      digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      differences: Type.Integer({ minimum: 0 }),
    }),
  ),
});

type Closes = Pick<Commands, 'handler'>;

export function jobRoutes(app: FastifyInstance, commands: Closes, queue: () => Promise<JobQueue>) {
  return [
    addRoute(app, {
      config: { permission: RECALCULATE },
      method: 'POST',
      url: '/jobs/rebuild',
      schema: {
        operationId: 'startRebuild',
        summary: 'Build the read models again, as a job',
        tags: ['jobs'],
        body: RebuildBody,
        response: ONE,
      },
      handler: async (request) => {
        requireKey(request);
        const data = { ...membersOf(request.body), ...startedBy(request) };
        const digest = digestOfRequest(request);
        return { data: await (await queue()).add('rebuild', data, commandIdOf(request), { digest }) };
      },
    }),
    addRoute(app, {
      config: { permission: CLOSE_YEAR },
      method: 'POST',
      url: '/jobs/close_year',
      schema: {
        operationId: 'startYearClose',
        summary: 'Close a financial year, as a job',
        tags: ['jobs'],
        body: CloseYearBody,
        response: ONE,
      },
      handler: async (request) => {
        requireKey(request);
        const { year_close_fk } = bodyOf(request, CloseYearBody);
        const data = { year_close_fk, ...startedBy(request) };
        return { data: seenBy(request.person, await closingJob(await queue(), commands, data)) };
      },
    }),
    addRoute(app, {
      config: { permission: RECALCULATE },
      method: 'POST',
      url: '/jobs/recalculate',
      schema: {
        operationId: 'startRecalculation',
        summary: 'Recalculate, as a job; with a plan, commit what was shown',
        tags: ['jobs'],
        body: RecalculateBody,
        response: ONE,
      },
      handler: async (request) => {
        requireKey(request);
        const data = { ...membersOf(request.body), ...startedBy(request) };
        const digest = digestOfRequest(request);
        const job = await (await queue()).add('recalculate', data, commandIdOf(request), { digest });
        return { data: seenBy(request.person, job) };
      },
    }),
    ...watchRoutes(app, queue),
  ];
}

/**
 * The job of a close: one job, even when several people start it. A close that is still `closing` after its job has
 * ended is half done, and its job is run again. Throws Refusal when there is nothing to close.
 */
async function closingJob(jobs: JobQueue, commands: Closes, data: CloseYearData): Promise<JobView> {
  const jobId = `close_year-${data.year_close_fk}`;
  // Before the state is read: a job that ends meanwhile has not left its close half done.
  const known = await jobs.find(jobId);
  if (known && !hasEnded(known.state)) return known;
  const state = await closeOf(commands, data.year_close_fk);
  if (state.status === 'closing') return jobs.add('close_year', data, jobId, { isMissing: true });
  if (known) return known;
  if (state.status === 'none') throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  throw wrongState(state.status, possible(state));
}

/**
 * Users watch and cancel their own jobs (at a till those started there), and with the permission also the jobs of the
 * books.
 */
function watchRoutes(app: FastifyInstance, queue: () => Promise<JobQueue>) {
  const shared = { config: { permission: 'signed_in' } };
  const watch = new JobWatch({ find: async (jobId) => (await queue()).find(jobId) });
  return [
    addRoute(app, {
      ...shared,
      method: 'GET',
      url: '/jobs',
      schema: {
        operationId: 'listJobs',
        summary: 'The jobs that the person may see, newest first',
        tags: ['jobs'],
        response: MANY,
      },
      handler: async (request) => {
        const jobs = await (await queue()).list(LISTED_JOBS);
        // The list omits the results, which contain the outcome of each row.
        return { data: jobs.filter((job) => maySee(request, job)).map((job) => ({ ...job, result: null })) };
      },
    }),
    addRoute(app, {
      ...shared,
      method: 'GET',
      url: '/jobs/:job_id',
      schema: { operationId: 'showJob', summary: 'One job, with its result', tags: ['jobs'], response: ONE },
      handler: async (request) => ({ data: await seenJob(await queue(), request) }),
    }),
    addRoute(app, {
      ...shared,
      method: 'GET',
      url: '/jobs/:job_id/events',
      schema: {
        operationId: 'followJob',
        summary: 'The progress of a job, as server-sent events',
        tags: ['jobs'],
        response: EVENTS,
      },
      handler: async (request, reply) => {
        const jobs = await queue();
        const { job_id } = await seenJob(jobs, request);
        const gone = new AbortController();
        endWithRights(gone, reply, request.mayGoOn);
        const events = watch.listen(job_id, request.person.user_id, gone.signal, (job) => seenBy(request.person, job));
        return reply.type('text/event-stream; charset=utf-8').send(Readable.from(events));
      },
    }),
    addRoute(app, {
      config: { ...shared.config, authority: 'own_session' },
      method: 'POST',
      url: '/jobs/:job_id/cancel',
      schema: { operationId: 'cancelJob', summary: 'Cancel a job', tags: ['jobs'], response: ONE },
      handler: async (request) => {
        const jobs = await queue();
        const job = await seenJob(jobs, request);
        await jobs.cancel(job.job_id);
        return { data: seenBy(request.person, (await jobs.find(job.job_id)) ?? removed(job)) };
      },
    }),
  ];
}

/** A waiting job is removed when it is cancelled. */
const removed = (job: JobView): JobView => ({ ...job, state: 'failed', error: 'cancelled' });

/** The job as the person may see it; 404 for another user's job as for a nonexistent one. */
async function seenJob(jobs: JobQueue, request: FastifyRequest): Promise<JobView> {
  const job = await jobs.find(pathPart(request, 'job_id'));
  if (!job || !maySee(request, job)) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  return seenBy(request.person, job);
}

const OF_THE_BOOKS: ReadonlySet<string> = new Set(['rebuild', 'close_year', 'recalculate']);

const maySee = ({ person }: FastifyRequest, job: JobView): boolean =>
  (job.user_id === person.user_id && (!person.till || job.till_fk === person.till.till_id)) ||
  (OF_THE_BOOKS.has(job.name) && person.can(PERMISSION));
