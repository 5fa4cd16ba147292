/**
 * An export is made beside the event loop, which otherwise stands still for as long as the texts of thousands of entries
 * take: others are answered as if nobody exported.
 */

import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { listOf } from '../../../domain/kernel/members.ts';
import { type ExportTask, messageOf } from './export-messages.ts';

export type { ExportMessage, ExportTask } from './export-messages.ts';

/** A few pages of entries, and the names of everybody. */
const MEMORY_MIB = 512;

/**
 * The pieces of the file, each made when it is asked for. The thread and its connection end with the generator, at once when `gone` is
 * aborted. Throws what the export throws, with the `code` of a database error.
 */
export async function* exportInThread(task: ExportTask, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  // An error of the thread itself is thrown by the wait for its next message.
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
