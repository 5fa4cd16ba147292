/** An answer that is made while it is read, piece by piece, and no longer than somebody reads it. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { toError } from '../../domain/kernel/thrown.ts';

/** However fast it is read: a turn that is never over would be everybody's. */
const ANSWER_MAX_MS = 30 * 60_000;

/** The reader took nothing for so long: what the answer holds (a connection, a turn) is given free. */
const IDLE_MS = 60_000;

export class NotRead extends Error {
  constructor() {
    super('the answer was not read');
    this.name = 'NotRead';
  }
}

/**
 * The next piece is made when the one before was taken. `pieces.return` is called once, at the end, when the reader goes
 * away, and when nothing was taken for `idleMs`.
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
 * Aborted when the reader goes away before the answer is written, and when it has taken half an hour. When the server is
 * closed, the connection is.
 */
export function goneOf({ raw }: Pick<FastifyReply, 'raw'>, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  // An error would be written first, and its connection kept open for the next request.
  const close = () => void raw.destroy();
  closing.addEventListener('abort', close);
  raw.once('close', () => {
    closing.removeEventListener('abort', close);
    if (!raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, AbortSignal.timeout(ANSWER_MAX_MS)]);
}
