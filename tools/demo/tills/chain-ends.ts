/**
 * The ends of the chains of the demonstration's devices, which nobody else uses: read once, kept in memory, and stored at
 * the end. Three queries for each of thousands of receipts were most of what its entering waited for. After a crash the
 * next run sends the entries again, and they move the ends on from what is stored.
 */
import type { ChainEnd, ChainEnds } from '../../../command-api/till/entry-moments.ts';

export class ChainEndsInMemory implements ChainEnds {
  readonly #stored: ChainEnds;
  readonly #ends = new Map<string, ChainEnd>();

  constructor(stored: ChainEnds) {
    this.#stored = stored;
  }

  async of(enrolment: string): Promise<ChainEnd> {
    const end = this.#ends.get(enrolment) ?? (await this.#stored.of(enrolment));
    this.#ends.set(enrolment, end);
    return end;
  }

  async keep(enrolment: string, sequence: number, atMs: number): Promise<void> {
    const end = await this.of(enrolment);
    if ((end.sequence ?? 0) < sequence) this.#ends.set(enrolment, { ...end, sequence, lastMs: atMs });
  }

  async store(): Promise<void> {
    for (const [enrolment, { sequence, lastMs }] of this.#ends) {
      if (sequence !== null && lastMs !== null) await this.#stored.keep(enrolment, sequence, lastMs);
    }
  }
}
