/** A stream of events outlives the check of its request, so the rights to it are asked for again while it lasts. */
import type { FastifyReply } from 'fastify';

/** With the time of the question itself, a stream ends within ten seconds after the right to it. */
const ASKED_EVERY_MS = 8_000;

/**
 * Aborts `gone` when the answer was sent or the client has left, and when `mayGoOn` answers no. A question that fails is
 * repeated.
 */
export function endWithRights(gone: AbortController, { raw }: FastifyReply, mayGoOn: () => Promise<boolean>): void {
  raw.on('close', () => gone.abort());
  if (raw.closed) gone.abort();
  const ask = () => {
    mayGoOn().then(
      (still) => still || gone.abort(),
      () => undefined,
    );
  };
  const timer = setInterval(ask, ASKED_EVERY_MS).unref();
  const stop = () => clearInterval(timer);
  if (gone.signal.aborted) stop();
  else gone.signal.addEventListener('abort', stop, { once: true });
}
