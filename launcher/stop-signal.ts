/**
 * Resolves at Ctrl+C, a supervisor's SIGTERM, a closed terminal, or the end of the process that started this one
 * under another Node. Ctrl+C pressed again while it stops changes nothing: what is stored must be finished.
 */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}
