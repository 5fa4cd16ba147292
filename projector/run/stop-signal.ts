/** The stop signal of the projector's programs, and the exit code of a program that was stopped. */

/** 128 plus the number of SIGTERM, as a shell reports it: the parent may start the program again. */
export const STOPPED_EXIT_CODE = 143;

/** Aborted at Ctrl+C and SIGTERM, which no longer end the process by themselves. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
