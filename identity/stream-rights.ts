/** A stream of events outlives the check of its request, so the rights to it are asked for again while it lasts. */

/** With the time of the question itself, a stream ends within ten seconds after the right to it. */
const ASKED_EVERY_MS = 8_000;

/** Aborts `gone` when `mayGoOn` answers no. A question that fails is repeated. */
export function endWithRights(gone: AbortController, mayGoOn: () => Promise<boolean>, everyMs = ASKED_EVERY_MS): void {
  const ask = () => {
    mayGoOn().then(
      (still) => still || gone.abort(),
      () => undefined,
    );
  };
  const timer = setInterval(ask, everyMs).unref();
  const stop = () => clearInterval(timer);
  if (gone.signal.aborted) stop();
  else gone.signal.addEventListener('abort', stop, { once: true });
}
