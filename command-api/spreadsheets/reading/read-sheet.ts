/** Reads a spreadsheet in a thread with limited memory and time, so that a malformed file cannot affect the process. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../domain/values/refusal.ts';
import type { SheetFault } from './sheet-bounds.ts';
import { checkSpreadsheet, fileRefused } from './unpacked-size.ts';

const TIMEOUT_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Maximum number of concurrent reads in a process. */
const AT_ONCE_MAX = 2;

let reading = 0;
const waiting: (() => void)[] = [];

/** Rows of the first sheet, each cell as text, empty cells as empty text. Throws Refusal. */
export async function readSheetRows(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  checkSpreadsheet(bytes);
  if (reading >= AT_ONCE_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading += 1;
  try {
    return await inWorker(bytes);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}

function inWorker(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: MEMORY,
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => end(fileRefused('excel_unreadable')), TIMEOUT_MS);
    const end = (outcome: readonly (readonly string[])[] | Refusal): void => {
      clearTimeout(timer);
      void worker.terminate();
      if (outcome instanceof Refusal) reject(outcome);
      else resolve(outcome);
    };
    worker.once('message', (answer: readonly (readonly string[])[] | SheetFault) =>
      end('message' in answer ? fileRefused(answer.message, answer.params) : answer),
    );
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(fileRefused(isMemory ? 'excel_unpacks_too_large' : 'excel_unreadable'));
    });
    worker.once('exit', () => end(fileRefused('excel_unreadable')));
  });
}
