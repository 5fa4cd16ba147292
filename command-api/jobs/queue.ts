/**
 * Background jobs, on PostgreSQL by default, on Redis when REDIS_URL is set. A job reports progress, can be cancelled,
 * is resumed after a crash, and stores its result.
 */

import type { Job, JobState } from 'bullmq';
import { membersOf } from '../../domain/values/members.ts';
import { type DiskSpace, NoSpace } from '../../identity/machine/disk-space.ts';
import { usedForAnother } from '../handling/replay-stored-answer.ts';
import { requestCancellation, watchForCancellation } from './cancellation.ts';
import { whenFull } from './disk-floor.ts';
import { JOB_SCHEMA } from './job-tables.ts';
import { BEGUN_AGAIN, failedBy, untilClosedOrAway } from './outage.ts';
import { type AskedQueue, answeredQueue, connectRedis, type RequestQueue } from './redis.ts';

export interface JobContext {
  /** Reports a line of progress to the user. */
  progress(line: string): Promise<void>;
  /** Aborted when the job is cancelled or the process stops. */
  readonly signal: AbortSignal;
}

/** Thrown when the process stops: the job is run again from its beginning at the next start. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** Reasons with which the signal is aborted. */
export const CANCELLED = 'cancelled';
const STOPPED = 'stopped';

/**
 * True when the process stops and the job was not cancelled: the job is run again at the next start, whatever its work
 * throws.
 */
export const isStopping = (signal: AbortSignal): boolean => signal.aborted && signal.reason !== CANCELLED;

/** Throws Interrupted when the process stops, and an error with the message `cancelled` when the job was cancelled. */
export function throwIfAborted(signal: AbortSignal): void {
  if (isStopping(signal)) throw new Interrupted();
  if (signal.aborted) throw new Error(CANCELLED);
}

/**
 * Returns the result for the page. A job that is resumed after a stop or a crash runs from its beginning, so its work
 * must recognise what it has stored before.
 */
export type JobWork = (data: unknown, context: JobContext) => Promise<Readonly<Record<string, unknown>>>;

export interface JobView {
  readonly job_id: string;
  readonly name: string;
  /** The user who started it; null when there is none. */
  readonly user_id: number | null;
  /** The till of the requesting session; null in the back office. */
  readonly till_fk: number | null;
  readonly state: JobState | 'unknown';
  readonly progress: string | null;
  readonly result: unknown;
  readonly error: string | null;
  /** ISO 8601 UTC. */
  readonly added_at: string;
  readonly finished_at: string | null;
}

export interface AddOptions {
  /** Digest of the request, when the client chose the id by its idempotency key. */
  readonly digest?: string;
  /** True when the effect of the job is missing: if it has ended, it is run again. */
  readonly isMissing?: boolean;
}

export interface JobQueue {
  /**
   * Idempotent by `jobId`: a repeated call returns the same job. Throws Refusal when the id is that of a job with
   * another name or another request.
   */
  add(name: string, data: Readonly<Record<string, unknown>>, jobId: string, options?: AddOptions): Promise<JobView>;
  /** Runs a failed job again from its beginning, with its own data. Other jobs are returned as they are. */
  runAgain(jobId: string): Promise<JobView | undefined>;
  find(jobId: string): Promise<JobView | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly JobView[]>;
  /** The number of jobs in each state. */
  counts(): Promise<Readonly<Record<string, number>>>;
  /** May be called in any process. False when the job has ended already. */
  cancel(jobId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  /** Work functions by job name. */
  readonly works: Readonly<Record<string, JobWork>>;
  readonly onError: (error: Error) => void;
  /** Rejects while the stores of the work functions do not answer; the queue's own backend is checked in addition. */
  readonly answers?: () => Promise<unknown>;
  /** Jobs are interrupted while the free space is below its minimum; without it they run whatever it is. */
  readonly space?: DiskSpace | undefined;
  /** Name of the queue; `daftar` by default, different when several installations share a Redis. */
  readonly name?: string;
}

const KEPT_JOBS = 200;
/** Maximum number of crashes and outages of a job. */
const CRASHES_MAX = 10;
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'unknown']);
const STATES: JobState[] = ['active', 'waiting', 'completed', 'failed', 'delayed'];

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { Queue: JobsOf, Worker, connection, ofRequests = connection, asked, isAway, end } = await backendOf(options);
  const { onError, name = 'daftar' } = options;
  const removed = { removeOnComplete: { count: KEPT_JOBS }, removeOnFail: { count: KEPT_JOBS } };
  const defaultJobOptions = { ...removed, ...BEGUN_AGAIN };
  const opened = new JobsOf<Readonly<Record<string, unknown>>>(name, { connection: ofRequests, defaultJobOptions });
  opened.on('error', onError);
  await opened.waitUntilReady();
  const { queue, isAbandoned } = asked(opened);
  const stopping = new AbortController();
  const processed = processor(options, {
    queue,
    isAbandoned,
    stop: stopping.signal,
    cancel: (jobId) => worker.cancelJob(jobId, CANCELLED),
  });
  const worker = new Worker(name, processed, { connection, maxStalledCount: CRASHES_MAX });
  worker.on('error', onError);
  await worker.waitUntilReady();
  // Reads the state first, so that a finished job has its result.
  const find = async (jobId: string): Promise<JobView | undefined> => {
    const state = await queue.getJobState(jobId);
    const job = await queue.getJob(jobId);
    return job && viewOf(job, state);
  };
  return {
    async add(jobName, data, jobId, { digest, isMissing = false } = {}) {
      if (isMissing && hasEnded(await queue.getJobState(jobId))) await queue.remove(jobId);
      const added = await queue.add(jobName, digest === undefined ? data : { ...data, digest }, { jobId });
      const stored = (await queue.getJob(jobId)) ?? added;
      if (!isOfRequest(stored, jobName, digest)) throw usedForAnother();
      return (await find(jobId)) ?? viewOf(added, 'unknown');
    },
    runAgain: (jobId) => addAgain(queue, jobId).then(() => find(jobId)),
    find,
    async list(limit) {
      const jobs = await queue.getJobs(STATES, 0, limit - 1);
      return newest(await Promise.all(jobs.map((job) => find(String(job.id)))), limit);
    },
    counts: () => queue.getJobCounts(...STATES),
    async cancel(jobId) {
      if (worker.cancelJob(jobId, CANCELLED)) return true;
      const job = await queue.getJob(jobId);
      // A job that was started and interrupted may be half done: its worker must end it.
      if (job?.attemptsStarted === 0 && (await queue.remove(jobId)) > 0) return true;
      if (!job || ENDED.has(await queue.getJobState(jobId))) return false;
      await requestCancellation(job);
      return true;
    },
    async close() {
      stopping.abort(STOPPED);
      await untilClosedOrAway(
        worker.close().then(() => opened.close()),
        isAway,
      );
      end();
    },
  };
}

const newest = (views: readonly (JobView | undefined)[], limit: number): readonly JobView[] =>
  views
    .filter((view) => view !== undefined)
    .toSorted((a, b) => b.added_at.localeCompare(a.added_at))
    .slice(0, limit);

/** Removes and adds a failed job, so that nothing is left of its cancellation, its attempts and its progress. */
async function addAgain(queue: AskedQueue, jobId: string): Promise<void> {
  const failed = await queue.getJob(jobId);
  if (!failed || (await queue.getJobState(jobId)) !== 'failed') return;
  await queue.remove(jobId);
  await queue.add(failed.name, failed.data, { jobId });
}

/** True when the job is finished or failed, and keeps its result or its error. */
export const hasEnded = (state: JobView['state']): boolean => state === 'completed' || state === 'failed';

/** Jobs of earlier versions have no digest. */
function isOfRequest({ name, data }: Pick<Job, 'name' | 'data'>, asked: string, digest: string | undefined): boolean {
  const { digest: stored } = membersOf(data);
  return name === asked && (digest === undefined || stored === undefined || stored === digest);
}

interface Running {
  readonly queue: Pick<AskedQueue, 'getJobLogs' | 'getJobState'>;
  readonly isAbandoned: RequestQueue['isAbandoned'];
  /** Aborted when the process stops, also for a job that is just being fetched. */
  readonly stop: AbortSignal;
  readonly cancel: (jobId: string) => boolean;
}

/**
 * Runs the work of a job; an interrupted job is left for the next process, a job in an outage is retried afterwards.
 */
function processor({ works, onError, answers, space }: JobQueueOptions, { queue, isAbandoned, stop, cancel }: Running) {
  return async (job: Job, token?: string, cancelled?: AbortSignal): Promise<unknown> => {
    const found = works[job.name];
    if (!found) throw new Error(`no work is named ${job.name}`);
    const [jobId, ended] = [String(job.id), new AbortController()];
    if (isAbandoned(jobId)) {
      const { UnrecoverableError } = await import('bullmq');
      throw new UnrecoverableError('its request was refused');
    }
    const told = cancelled ? AbortSignal.any([cancelled, stop]) : stop;
    const full = whenFull(space, ended.signal);
    const signal = AbortSignal.any([told, full]);
    const isBack = async (): Promise<unknown> => {
      space?.requireSpace();
      return Promise.all([queue.getJobState(jobId), answers?.()]);
    };
    void watchForCancellation({ queue, jobId, ended: ended.signal, cancel: () => void cancel(jobId), onError });
    try {
      return await found(job.data, { progress: (line) => job.updateProgress(line), signal });
    } catch (error) {
      if (space && full.aborted && !told.aborted) throw await failedBy(new NoSpace(space.freeMb), stop, isBack);
      if (!(error instanceof Interrupted || isStopping(signal))) throw await failedBy(error, stop, isBack);
      const { WaitingError } = await import('bullmq');
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      ended.abort();
    }
  };
}

type Connection = ReturnType<typeof jobConnection>;
type Backend = Awaited<ReturnType<typeof onPostgres>> & {
  /** That of the queue, when it is not the worker's. */
  readonly ofRequests?: Connection;
  /** The queue as requests use it. */
  readonly asked: (queue: AskedQueue) => RequestQueue;
  readonly isAway: () => Promise<boolean>;
  /** Called after the queue and its worker are closed. */
  readonly end: () => void;
};

/** Both backends have the same constructors; the types are those of the default. */
async function backendOf({ databaseUrl, redisUrl, onError }: JobQueueOptions): Promise<Backend> {
  if (redisUrl === undefined || redisUrl === '') {
    // A request to PostgreSQL ends by the limits of its statements.
    const asked = (queue: AskedQueue): RequestQueue => ({ queue, isAbandoned: () => false });
    return { ...(await onPostgres(databaseUrl)), asked, isAway: async () => false, end: () => undefined };
  }
  const { createRedisBackend, withBackend } = await import('bullmq');
  const { ofWorker: connection, ofRequests, isAway, end } = await connectRedis(redisUrl, onError);
  const asked = (queue: AskedQueue) => answeredQueue(queue, ofRequests);
  return { ...withBackend(createRedisBackend), connection, ofRequests, asked, isAway, end } as unknown as Backend;
}

export const jobConnection = (connectionString: string) =>
  ({ connectionString, options: '-c jit=off', schema: JOB_SCHEMA, migrate: false, max: 4 }) as const;

/** Loaded on first use, so that it does not slow the start down. */
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
    // Also set by an outage after which the job was run again.
    error: (state === 'failed' && failedReason) || null,
    added_at: new Date(timestamp).toISOString(),
    finished_at: finishedOn === undefined || finishedOn === null ? null : new Date(finishedOn).toISOString(),
  };
}
