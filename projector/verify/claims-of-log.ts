/**
 * Compares the stored claims with a replay of the log. The command side runs the replay, because only it can compute
 * the claims of a document.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer } from '../rebuild/invariants.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'command-api', 'claims-of-log', 'against-log', 'main.ts');
const RESULT = 'result ';

interface Place {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Throws the error that the program printed, and an error when the signal stopped the program. */
export async function claimsOfLog(
  place: Place,
): Promise<{ readonly answers: readonly Answer[] } | { readonly because: string }> {
  const { databaseUrl, eventStoreUrl = '', signal, say } = place;
  const urls = { DATABASE_URL: databaseUrl, DAFTAR_EVENTSTORE_URL: eventStoreUrl, EVENTSTORE_URL: '' };
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...urls },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000);
  });
  let result: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(RESULT)) result = line.slice(RESULT.length);
    else say(`        ${line}`);
  }
  await ended;
  signal.removeEventListener('abort', stop);
  if (result === undefined) throw new Error(complaint.trim() || 'the claims could not be compared with the log');
  return JSON.parse(result);
}
