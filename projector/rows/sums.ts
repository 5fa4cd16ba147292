/** Sums of amounts by key. */
import { defined } from '../../domain/values/defined.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import type { Cell } from './table.ts';

interface Sum {
  readonly key: readonly Cell[];
  readonly amounts: bigint[];
  /** The sums in the row that was already written. */
  written: readonly bigint[] | undefined;
}

export class Sums {
  readonly #sums = new Map<string, Sum>();

  /** Number of keys. */
  get size(): number {
    return this.#sums.size;
  }

  add(key: readonly Cell[], amounts: readonly bigint[]): void {
    const name = key.join('\t');
    const known = this.#sums.get(name);
    if (!known) {
      this.#sums.set(name, { key, amounts: [...amounts], written: undefined });
      return;
    }
    for (let i = 0; i < amounts.length; i++) known.amounts[i] = defined(known.amounts[i]) + defined(amounts[i]);
  }

  /** The sums of a key as decimal strings, for a row that is being written. */
  write(key: readonly Cell[]): string[] | undefined {
    const known = this.#sums.get(key.join('\t'));
    if (!known) return undefined;
    known.written = [...known.amounts];
    return printed(known.amounts);
  }

  /** Each written key with the amounts added since its row was written. */
  *late(): Generator<Cell[]> {
    for (const { key, amounts, written } of this.#sums.values()) {
      const added = written && amounts.map((amount, index) => amount - defined(written[index]));
      if (added?.some((amount) => amount !== 0n)) yield [...key, ...printed(added)];
    }
  }

  /** Each key followed by its sums. */
  *rows(): Generator<Cell[]> {
    for (const { key, amounts } of this.#sums.values()) yield [...key, ...printed(amounts)];
  }
}

const printed = (amounts: readonly bigint[]): string[] => amounts.map((amount) => printMoney(toMoney(amount)));
