/**
 * Resolves at Ctrl+C, a supervisor's SIGTERM, a closed terminal, or the end of the parent process. A second Ctrl+C
 * during the stop has no effect: pending writes must be finished.
 */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}
