/**
 * Assigns ids in blocks, so that many new records need one round trip. Unused ids of a block at the end of the process
 * are gaps.
 */
const BLOCK_SIZE = 32;

export class IdBlocks {
  readonly #take: (kind: string, count: number) => Promise<number>;
  readonly #last: (kind: string) => Promise<number>;
  readonly #blocks = new Map<string, { next: number; left: number }>();
  readonly #refills = new Map<string, Promise<void>>();

  /** `take` advances the counter by `count` and returns the first of these numbers; `last` returns the counter. */
  constructor(take: (kind: string, count: number) => Promise<number>, last: (kind: string) => Promise<number>) {
    this.#take = take;
    this.#last = last;
  }

  async next(kind: string): Promise<number> {
    for (;;) {
      const block = this.#blocks.get(kind);
      if (block && block.left > 0) {
        block.left -= 1;
        block.next += 1;
        return block.next - 1;
      }
      await this.#refill(kind);
    }
  }

  /** The value of `next` after `ahead` further calls, unless another process takes the following block. */
  async peek(kind: string, ahead: number): Promise<number> {
    const { next = 0, left = 0 } = this.#blocks.get(kind) ?? {};
    if (ahead < left) return next + ahead;
    return (await this.#last(kind)) + 1 + ahead - left;
  }

  /** Leaves out the ids of the block up to `id`. True when the block reaches `id`, so that the counter has passed it. */
  pass(kind: string, id: number): boolean {
    const block = this.#blocks.get(kind);
    if (!block) return false;
    const passed = Math.min(Math.max(id + 1 - block.next, 0), block.left);
    block.next += passed;
    block.left -= passed;
    return block.next > id;
  }

  #refill(kind: string): Promise<void> {
    const running = this.#refills.get(kind);
    if (running) return running;
    const refill = this.#take(kind, BLOCK_SIZE)
      .then((first) => {
        this.#blocks.set(kind, { next: first, left: BLOCK_SIZE });
      })
      .finally(() => this.#refills.delete(kind));
    this.#refills.set(kind, refill);
    return refill;
  }
}
