/** A job as it goes on, as server-sent events: its view whenever it changed, until it has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from './queue.ts';

const POLL_MS = 250;
const ENDED = new Set(['completed', 'failed']);

export async function* jobEvents(queue: JobQueue, jobId: string, signal: AbortSignal): AsyncGenerator<string> {
  let said = '';
  while (!signal.aborted) {
    const job = await queue.find(jobId);
    if (!job) return;
    const now = JSON.stringify(job);
    if (now !== said) yield `data: ${now}\n\n`;
    said = now;
    if (ENDED.has(job.state)) return;
    // Rejects only when the signal is aborted.
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
