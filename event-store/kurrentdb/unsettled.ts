/**
 * Commands that were answered when their events were in the log, and whose claims are being settled. When settling
 * fails, the command remains an intent for the recovery, as after a crash.
 */
import type { Append, Appended } from '../port.ts';

export class Unsettled {
  readonly #settling = new Set<Promise<void>>();
  /** Revisions of the streams of these commands. */
  readonly revisions = new Map<string, number>();

  add({ writes }: Append, revisions: readonly number[], settlement: Promise<Appended>): void {
    const written = writes.map(({ stream }, index) => [stream, revisions[index] ?? 0] as const);
    for (const [stream, revision] of written) this.revisions.set(stream, revision);
    const forget = () => {
      this.#settling.delete(settling);
      for (const [stream, revision] of written) {
        if (this.revisions.get(stream) === revision) this.revisions.delete(stream);
      }
    };
    const settling = settlement.then(forget, forget);
    this.#settling.add(settling);
  }

  async settled(): Promise<void> {
    if (this.#settling.size > 0) await Promise.all(this.#settling);
  }
}
