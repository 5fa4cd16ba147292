/**
 * The audit path from a leaf to the root of the tree (RFC 6962, section 2.1.1): the sibling hash of each node on it. A
 * last node without a sibling moves up a level unchanged.
 */
import { defined } from '../domain/values/defined.ts';
import { nodeHash } from './tree.ts';

export class TreeLevels {
  readonly #levels: readonly (readonly Buffer[])[];

  constructor(leaves: readonly Buffer[]) {
    const levels = [leaves];
    for (let level = leaves; level.length > 1; levels.push(level)) {
      level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
        const [left, right] = [defined(level[2 * index]), level[2 * index + 1]];
        return right ? nodeHash(left, right) : left;
      });
    }
    this.#levels = levels;
  }

  /** Path of the leaf with this index, from 0; hexadecimal, starting at the leaf. */
  path(index: number): readonly string[] {
    return this.#levels.flatMap((level, height) => {
      const beside = level[(index >> height) ^ 1];
      return beside ? [beside.toString('hex')] : [];
    });
  }
}
