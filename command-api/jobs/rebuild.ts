/** The job that makes every read model anew: a program of its own, because it needs the processor and the memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JobWork } from './queue.ts';

export interface RebuildOptions {
  /** Path of the program; it prints its progress line by line and ends with 0 when the models were exchanged. */
  readonly program: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string;
}

/** `{ accept_differences: true }` lets the new models differ from the old ones, after a change of rules. */
export function rebuildWork({ program, databaseUrl, eventStoreUrl }: RebuildOptions): JobWork {
  return async (data, { progress, signal }) => {
    signal.throwIfAborted();
    const acceptDifferences = (data as { accept_differences?: boolean }).accept_differences === true;
    const child = spawn(process.execPath, [program, ...(acceptDifferences ? ['--accept-differences'] : [])], {
      env: { ...process.env, DATABASE_URL: databaseUrl, ...(eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    const ended = once(child, 'close') as Promise<[number | null]>;
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-2000);
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      await progress(line);
    }
    const [code] = await ended;
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(complaint.trim() || `the rebuild ended with ${code}`);
    return { lines: lines.slice(-50) };
  };
}
