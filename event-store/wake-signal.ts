/** Wakes readers that wait at the end of the log. It only makes them look earlier: nothing depends on a ring. */
export class Alarm {
  readonly #sleepers = new Set<() => void>();
  #count = 0;

  /** How often it rang; a reader notes it before it reads, so that no ring is lost in between. */
  get count(): number {
    return this.#count;
  }

  ring(): void {
    this.#count += 1;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Returns at a ring later than `seen`, after `longestMs`, or when the signal is aborted. */
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
