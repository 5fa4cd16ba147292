/**
 * An export runs in its own thread, because formatting thousands of entries would block the event loop for all other
 * requests.
 */

import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { listOf } from '../../../domain/values/members.ts';
import { type ExportTask, messageOf } from './export-messages.ts';

/** Enough for a few pages of entries and the names of all parties. */
const MEMORY_MIB = 512;

/**
 * The pieces of the file, each produced on request. The thread and its connection end with the generator, at once when
 * `gone` is aborted. Throws the errors of the export, with the `code` of a database error.
 */
export async function* exportInThread(task: ExportTask, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  // An error of the thread is thrown while waiting for its next message.
  const messages = on(worker, 'message', { signal: gone, close: ['exit'] });
  try {
    for (;;) {
      worker.postMessage('next');
      const { value, done } = await messages.next();
      const message = messageOf(listOf(value)[0]);
      if (done || !message) throw new Error('the thread of the export ended');
      if ('error' in message) throw Object.assign(new Error(message.error.message), { code: message.error.code });
      if ('done' in message) return;
      yield message.piece;
    }
  } finally {
    await worker.terminate();
  }
}
