/**
 * The progress of jobs as server-sent events: the view of a job after every change, until it ends. All listeners of a
 * job share one poll, and the number of listeners per user is limited. A connection ends after some minutes, and when
 * its session does (identity/stream-rights.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TooMany } from '../../identity/too-many.ts';
import type { JobQueue, JobView } from './queue.ts';

const LOOK_EVERY_MS = 250;
const LISTEN_MS = 5 * 60_000;
/** An empty line keeps proxies from closing the connection as idle, and tells the listener that it is alive. */
const ALIVE_EVERY_MS = 20_000;
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed']);

/** Per user, over all windows. */
export const LISTENERS_MAX = 8;
const RETRY_SECONDS = 2;

type Shown = (job: JobView) => JobView;

export class JobWatch {
  readonly #queue: Pick<JobQueue, 'find'>;
  readonly #nowMs: () => number;
  /** By job id; entries expire after a quarter of a second. */
  readonly #looks = new Map<string, Promise<JobView | undefined>>();
  readonly #listeners = new Map<number, number>();

  constructor(queue: Pick<JobQueue, 'find'>, nowMs = () => performance.now()) {
    this.#queue = queue;
    this.#nowMs = nowMs;
  }

  /**
   * Ends with the job, after some minutes, or when `gone` is aborted; the caller must abort it. `shown` gives what this
   * listener may see of the shared view. Throws TooMany immediately.
   */
  listen(jobId: string, person: number, gone: AbortSignal, shown: Shown = (job) => job): AsyncGenerator<string> {
    if (gone.aborted) return this.#events(jobId, gone, shown);
    const own = this.#listeners.get(person) ?? 0;
    if (own >= LISTENERS_MAX) throw new TooMany('too_many_requests', RETRY_SECONDS);
    this.#listeners.set(person, own + 1);
    gone.addEventListener('abort', () => this.#leave(person), { once: true });
    return this.#events(jobId, gone, shown);
  }

  async *#events(jobId: string, gone: AbortSignal, shown: Shown): AsyncGenerator<string> {
    let sent = '';
    const sinceMs = this.#nowMs();
    let spokenMs = sinceMs;
    while (!gone.aborted && this.#nowMs() - sinceMs < LISTEN_MS) {
      const job = await this.#look(jobId);
      if (!job) return;
      const now = JSON.stringify(shown(job));
      const isNew = now !== sent;
      if (isNew || this.#nowMs() - spokenMs >= ALIVE_EVERY_MS) {
        spokenMs = this.#nowMs();
        yield isNew ? `data: ${now}\n\n` : ': nothing new\n\n';
      }
      sent = now;
      if (ENDED.has(job.state)) return;
      // Rejects only when the signal is aborted.
      await sleep(LOOK_EVERY_MS, undefined, { signal: gone }).catch(() => undefined);
    }
  }

  /** The job's view, at most a quarter of a second old. */
  #look(jobId: string): Promise<JobView | undefined> {
    const known = this.#looks.get(jobId);
    if (known) return known;
    const look = this.#queue.find(jobId);
    this.#looks.set(jobId, look);
    setTimeout(() => this.#looks.delete(jobId), LOOK_EVERY_MS).unref();
    return look;
  }

  #leave(person: number): void {
    const left = (this.#listeners.get(person) ?? 1) - 1;
    if (left > 0) this.#listeners.set(person, left);
    else this.#listeners.delete(person);
  }
}
