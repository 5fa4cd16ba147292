/**
 * Whose goods a batch settled that came after its sale (docs/decisions/0156): the first that was sold below zero is the first that
 * is settled. It is derived from what moved without a batch, because the sale itself names none.
 */

/** What a document changed of the goods of no batch of an item in an inventory; in the order in which it became known. */
export interface UnnamedMove<Document> {
  readonly document: Document;
  readonly change: bigint;
  /** The change is what a batch settled. */
  readonly isSettled?: boolean;
  /** A count: the goods of no batch are these afterwards, and nothing is left to settle. */
  readonly counted?: bigint;
}

interface Settled<Document> {
  readonly by: UnnamedMove<Document>;
  /** Undefined where no such sale is known. */
  readonly sold: Document | undefined;
  readonly quantity: bigint;
}

export function settledSales<Document>(moves: readonly UnnamedMove<Document>[]): Settled<Document>[] {
  const found: Settled<Document>[] = [];
  let balance = 0n;
  let waiting: { readonly document: Document; readonly quantity: bigint }[] = [];
  const takeFirst = (wanted: bigint) => {
    const [first, ...others] = waiting;
    if (first === undefined) return { document: undefined, quantity: wanted };
    const taken = wanted < first.quantity ? wanted : first.quantity;
    waiting = taken === first.quantity ? others : [{ ...first, quantity: first.quantity - taken }, ...others];
    return { document: first.document, quantity: taken };
  };
  for (const move of moves) {
    const before = balance;
    balance = move.counted ?? before + move.change;
    if (move.counted !== undefined) waiting = [];
    else if (move.change < 0n) waiting.push({ document: move.document, quantity: below(balance) - below(before) });
    else {
      let left = move.isSettled ? move.change : below(before) - below(balance);
      while (left > 0n) {
        const { document, quantity } = takeFirst(left);
        if (move.isSettled) found.push({ by: move, sold: document, quantity });
        left -= quantity;
      }
    }
    waiting = waiting.filter(({ quantity }) => quantity > 0n);
  }
  return found;
}

const below = (balance: bigint): bigint => (balance < 0n ? -balance : 0n);
