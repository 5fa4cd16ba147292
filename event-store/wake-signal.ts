/** Wakes readers that wait at the end of the log. It only makes them read earlier: nothing depends on a signal. */
export class WakeSignal {
  readonly #sleepers = new Set<() => void>();
  #count = 0;

  /** The number of signals so far; a reader reads it before reading the log, so that no signal in between is lost. */
  get count(): number {
    return this.#count;
  }

  notify(): void {
    this.#count += 1;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Returns after a signal later than `seen`, after `longestMs`, or when the signal is aborted. */
  wait(seen: number, longestMs: number, signal: AbortSignal): Promise<void> {
    if (this.#count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, longestMs);
      signal.addEventListener('abort', done);
      this.#sleepers.add(done);
    });
  }
}
