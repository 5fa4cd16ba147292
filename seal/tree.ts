/**
 * A Merkle tree as RFC 6962 (section 2.1) has it, with SHA-256: the hash of a leaf is SHA-256(0x00 ‖ bytes), that
 * of a node SHA-256(0x01 ‖ left ‖ right). It grows by one leaf at a time and keeps only the roots of its perfect
 * subtrees, so its root is known after every event and a log of any length takes no memory.
 */
import { hash } from 'node:crypto';

/** `text` is hashed in UTF-8. */
export function leafHash(text: string): Buffer {
  return hash('sha256', `\0${text}`, 'buffer');
}

const node = Buffer.alloc(65);
node[0] = 1;

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(node, 1);
  right.copy(node, 33);
  return hash('sha256', node, 'buffer');
}

export class MerkleTree {
  /** Root of the perfect subtree of 2^level leaves, where the number of leaves has that bit. */
  readonly #subtrees: (Buffer | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(leaf: Buffer): void {
    let carried = leaf;
    let level = 0;
    for (let left = this.#subtrees[level]; left; left = this.#subtrees[level]) {
      carried = nodeHash(left, carried);
      this.#subtrees[level] = undefined;
      level += 1;
    }
    this.#subtrees[level] = carried;
    this.#size += 1;
  }

  /** Hexadecimal; of no leaves it is the hash of nothing. */
  root(): string {
    let root: Buffer | undefined;
    for (const subtree of this.#subtrees) {
      if (subtree) root = root ? nodeHash(subtree, root) : subtree;
    }
    return (root ?? hash('sha256', '', 'buffer')).toString('hex');
  }
}
