/**
 * A Merkle tree of RFC 6962 (section 2.1) with SHA-256: a leaf hash is SHA-256(0x00 ‖ bytes), a node hash SHA-256(0x01
 * ‖ left ‖ right). Leaves are added one at a time, and only the roots of its perfect subtrees are stored, so its root
 * is available after every event in constant memory.
 */
import { hash } from 'node:crypto';

/** `text` is encoded in UTF-8. */
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
  /** At index `level` the root of the perfect subtree of 2^level leaves, when the number of leaves has that bit. */
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

  /** Hexadecimal; without leaves the hash of the empty text. */
  root(): string {
    let root: Buffer | undefined;
    for (const subtree of this.#subtrees) {
      if (subtree) root = root ? nodeHash(subtree, root) : subtree;
    }
    return (root ?? hash('sha256', '', 'buffer')).toString('hex');
  }
}
