/** An answer that is produced piece by piece while the client reads it, and stops when the client does. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { toError } from '../../domain/values/thrown.ts';

/** Limit for any answer, because it holds a turn that others wait for. */
const ANSWER_MAX_MS = 30 * 60_000;

/** When the client reads nothing for so long, the answer's connection and turn are released. */
const IDLE_MS = 60_000;

export class NotRead extends Error {
  constructor() {
    super('the answer was not read');
    this.name = 'NotRead';
  }
}

/**
 * Produces the next piece after the previous one was read. Calls `pieces.return` once: at the end, when the client
 * disconnects, or when nothing was read for `idleMs`.
 */
export function streamOf(pieces: AsyncGenerator<string | Uint8Array>, idleMs: number = IDLE_MS): Readable {
  let idle: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(idle);
      void next();
    },
    destroy(error, done) {
      clearTimeout(idle);
      pieces.return(undefined).then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  const next = async (): Promise<void> => {
    try {
      const { done, value } = await pieces.next();
      if (done) stream.push(null);
      else if (!stream.push(value)) idle = setTimeout(() => stream.destroy(new NotRead()), idleMs).unref();
    } catch (error) {
      stream.destroy(toError(error));
    }
  };
  return stream;
}

/**
 * Aborted when the client disconnects before the answer is complete, after half an hour, and when the server closes;
 * the server also closes the connection.
 */
export function goneOf({ raw }: Pick<FastifyReply, 'raw'>, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  // Throwing an error would first send it, and keep the connection open for the next request.
  const close = () => void raw.destroy();
  closing.addEventListener('abort', close);
  raw.once('close', () => {
    closing.removeEventListener('abort', close);
    if (!raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, AbortSignal.timeout(ANSWER_MAX_MS)]);
}
