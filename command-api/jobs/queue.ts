/**
 * Work that outlives a request: on PostgreSQL by default, on Redis when REDIS_URL is set. A job shows its progress,
 * can be cancelled, is taken up again after a crash, and leaves its result.
 */

import type { Job, JobState, Queue } from 'bullmq';
import { membersOf } from '../../domain/kernel/members.ts';
import { requestCancellation, watchForCancellation } from './cancellation.ts';
import { JOB_SCHEMA } from './job-tables.ts';
import { BEGUN_AGAIN, failedBy } from './outage.ts';
import { connectRedis } from './redis.ts';

export interface JobContext {
  /** A line for the person who watches. */
  progress(line: string): Promise<void>;
  /** Aborted when the job is cancelled or the process stops. */
  readonly signal: AbortSignal;
}

/** The process stops: the job goes on from its beginning when it starts again. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** The reasons that the signal is aborted with. */
export const CANCELLED = 'cancelled';
const STOPPED = 'stopped';

/** The process stops, and nobody cancelled the job: it is begun again at the next start, whatever its work throws now. */
export const isStopping = (signal: AbortSignal): boolean => signal.aborted && signal.reason !== CANCELLED;

/** Throws Interrupted when the process stops, and an error with the message `cancelled` when the job was cancelled. */
export function throwIfAborted(signal: AbortSignal): void {
  if (isStopping(signal)) throw new Interrupted();
  if (signal.aborted) throw new Error(CANCELLED);
}

/**
 * Gives what the result page shows. A job that is taken up again after a stop or a crash runs from its beginning, so its
 * work finds what it has stored before.
 */
export type JobWork = (data: unknown, context: JobContext) => Promise<Readonly<Record<string, unknown>>>;

export interface JobView {
  readonly job_id: string;
  readonly name: string;
  /** The user who started it; null for none. */
  readonly user_id: number | null;
  /** The till of the session that asked for it; null in the back office. */
  readonly till_fk: number | null;
  readonly state: JobState | 'unknown';
  readonly progress: string | null;
  readonly result: unknown;
  readonly error: string | null;
  /** ISO 8601 UTC. */
  readonly added_at: string;
  readonly finished_at: string | null;
}

export interface JobQueue {
  /** Added once for each `jobId`: added again, it is the same job. */
  add(name: string, data: Readonly<Record<string, unknown>>, jobId: string): Promise<JobView>;
  find(jobId: string): Promise<JobView | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly JobView[]>;
  /** From any process. False when there is nothing to cancel any more. */
  cancel(jobId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  /** By name of the job. */
  readonly works: Readonly<Record<string, JobWork>>;
  readonly onError: (error: Error) => void;
  /** Rejects while what the works store in does not answer; the queue's own backend is asked beside it. */
  readonly answers?: () => Promise<unknown>;
  /** One queue for each back office; `daftar` unless several share a Redis. */
  readonly name?: string;
}

const KEPT_JOBS = 200;
/** A job whose process died so often, or lost its place in so many outages, is not tried again. */
const CRASHES_MAX = 10;
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'unknown']);
const STATES: JobState[] = ['active', 'waiting', 'completed', 'failed', 'delayed'];

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { Queue: JobsOf, Worker, connection, end } = await backendOf(options);
  const { onError, name = 'daftar' } = options;
  const removed = { removeOnComplete: { count: KEPT_JOBS }, removeOnFail: { count: KEPT_JOBS } };
  const defaultJobOptions = { ...removed, ...BEGUN_AGAIN };
  const queue = new JobsOf<Readonly<Record<string, unknown>>>(name, { connection, defaultJobOptions });
  queue.on('error', onError);
  await queue.waitUntilReady();
  const stopping = new AbortController();
  const processed = processor(options, {
    queue,
    stop: stopping.signal,
    cancel: (jobId) => worker.cancelJob(jobId, CANCELLED),
  });
  const worker = new Worker(name, processed, { connection, maxStalledCount: CRASHES_MAX });
  worker.on('error', onError);
  await worker.waitUntilReady();
  // The state first: a job that is finished by then has its result.
  const find = async (jobId: string): Promise<JobView | undefined> => {
    const state = await queue.getJobState(jobId);
    const job = await queue.getJob(jobId);
    return job && viewOf(job, state);
  };
  return {
    async add(jobName, data, jobId) {
      const job = await queue.add(jobName, data, { jobId });
      return (await find(jobId)) ?? viewOf(job, 'unknown');
    },
    find,
    async list(limit) {
      const jobs = await queue.getJobs(STATES, 0, limit - 1);
      const views = await Promise.all(jobs.map((job) => find(String(job.id))));
      return views
        .filter((view) => view !== undefined)
        .toSorted((a, b) => b.added_at.localeCompare(a.added_at))
        .slice(0, limit);
    },
    async cancel(jobId) {
      if (worker.cancelJob(jobId, CANCELLED)) return true;
      const job = await queue.getJob(jobId);
      // What was begun and interrupted may be half done: its worker ends it.
      if (job?.attemptsStarted === 0 && (await queue.remove(jobId)) > 0) return true;
      if (!job || ENDED.has(await queue.getJobState(jobId))) return false;
      await requestCancellation(job);
      return true;
    },
    async close() {
      stopping.abort(STOPPED);
      await worker.close();
      await queue.close();
      end();
    },
  };
}

interface Running {
  readonly queue: Pick<Queue, 'getJobLogs' | 'getJobState'>;
  /** Aborted when the process stops: also for a job that is only just being fetched. */
  readonly stop: AbortSignal;
  readonly cancel: (jobId: string) => boolean;
}

/** Runs the work of a job; a job that is interrupted waits for the next process, one that met an outage for its end. */
function processor({ works, onError, answers }: JobQueueOptions, { queue, stop, cancel }: Running) {
  return async (job: Job, token?: string, cancelled?: AbortSignal): Promise<unknown> => {
    const found = works[job.name];
    if (!found) throw new Error(`no work is named ${job.name}`);
    const signal = cancelled ? AbortSignal.any([cancelled, stop]) : stop;
    const [jobId, ended] = [String(job.id), new AbortController()];
    void watchForCancellation({ queue, jobId, ended: ended.signal, cancel: () => void cancel(jobId), onError });
    try {
      return await found(job.data, { progress: (line) => job.updateProgress(line), signal });
    } catch (error) {
      if (!(error instanceof Interrupted || isStopping(signal))) {
        throw await failedBy(error, stop, () => Promise.all([queue.getJobState(jobId), answers?.()]));
      }
      const { WaitingError } = await import('bullmq');
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      ended.abort();
    }
  };
}

type Backend = Awaited<ReturnType<typeof onPostgres>> & {
  /** After the queue and its worker are closed. */
  readonly end: () => void;
};

/** The same constructors on both; the types are those of the default. */
async function backendOf({ databaseUrl, redisUrl, onError }: JobQueueOptions): Promise<Backend> {
  if (redisUrl === undefined || redisUrl === '') return { ...(await onPostgres(databaseUrl)), end: () => undefined };
  const { createRedisBackend, withBackend } = await import('bullmq');
  const { redis: connection, end } = await connectRedis(redisUrl, onError);
  return { ...withBackend(createRedisBackend), connection, end } as unknown as Backend;
}

export const jobConnection = (connectionString: string) =>
  ({ connectionString, options: '-c jit=off', schema: JOB_SCHEMA, migrate: false, max: 4 }) as const;

/** The library is loaded when the first job is asked for: a start need not wait for it. */
async function onPostgres(connectionString: string) {
  const { createPostgresBackend, withBackend } = await import('bullmq');
  return { ...withBackend(createPostgresBackend), connection: jobConnection(connectionString) };
}

type Viewed = Pick<
  Job,
  'id' | 'name' | 'data' | 'progress' | 'returnvalue' | 'failedReason' | 'timestamp' | 'finishedOn'
>;

function viewOf(job: Viewed, state: JobView['state']): JobView {
  const { id, name, data, progress, returnvalue, failedReason, timestamp, finishedOn } = job;
  const { user_id, scope } = membersOf(data);
  const till = membersOf(scope)['till_fk'];
  return {
    job_id: String(id),
    name,
    user_id: typeof user_id === 'number' ? user_id : null,
    till_fk: typeof till === 'number' ? till : null,
    state,
    progress: typeof progress === 'string' ? progress : null,
    result: returnvalue ?? null,
    // Kept of an outage too, after which the job was begun again.
    error: (state === 'failed' && failedReason) || null,
    added_at: new Date(timestamp).toISOString(),
    finished_at: finishedOn === undefined || finishedOn === null ? null : new Date(finishedOn).toISOString(),
  };
}
