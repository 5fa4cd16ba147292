/**
 * Mutants that no test can catch, because the program is the same with them. The key is the one that `npm run
 * test:mutants` prints for a survivor; each has its reason. A mutant that a test could catch does not belong here.
 */
export interface Equivalent {
  readonly key: string;
  readonly why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    key: 'domain/costing/layers.ts: && for ||: !last || rest === 0n: 1',
    why: 'Nothing is split off for a rest of zero, and a layer stays whenever goods stay.',
  },
  {
    key: 'domain/costing/layers.ts: <= for <: layer.value + left < 0n: 1',
    why: 'A layer that ends at zero has taken the same amount by both branches.',
  },
  {
    key: 'domain/costing/parts.ts: / for *: share.value * times: 1',
    why: 'A movement is added once or removed once: 1 and -1 multiply and divide alike.',
  },
  {
    key: 'domain/costing/rules.ts: <= for <: a.from < b.from: 1',
    why: 'Two stretches never begin on one day.',
  },
  {
    key: 'domain/costing/rules.ts: >= for >: from > last: 1',
    why: 'The day that is taken again is the same day.',
  },
  {
    key: 'domain/costing/sharing.ts: <= for <: off < 0n: 1',
    why: 'Zero is its own opposite.',
  },
  {
    key: 'domain/costing/sharing.ts: <= for <: quantity < 0n: 2',
    why: 'A quantity of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: before.quantity > 0n: 1',
    why: 'A balance of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: before.quantity > 0n: 2',
    why: 'A balance of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: quantity > 0n: 4',
    why: 'It is asked of a quantity that is not zero.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: left > 0n: 1',
    why: 'When nothing is left, both branches take the whole value.',
  },
  {
    key: 'domain/costing/valuation.ts: <= for <: before.value + given < 0n: 1',
    why: 'At a sum of zero both branches are the same amount.',
  },
  {
    key: 'domain/posting/added-postings.ts: && for ||: before.length === 0 || after.length === 0: 1',
    why: 'It saves a comparison, whose result would be the same.',
  },
  {
    key: "domain/kernel/rate-correction.ts: && for ||: typeof value !== 'object' || value === null: 1",
    why: 'What has no members is returned as it is, by both ways.',
  },
  {
    key: 'domain/posting/direct-adjustment.ts: <= for <: movement.quantity < 0n: 1',
    why: 'Lines of zero are refused.',
  },
  {
    key: 'domain/posting/entry.ts: / for *: quantity(count) * sign: 1',
    why: 'The sign is 1 or -1, which multiply and divide alike.',
  },
  {
    key: 'domain/posting/entry.ts: without the filter: lines.filter((line) => line.amount !== 0n): 1',
    why: 'Lines of zero are neither debits nor credits, and are left out by that.',
  },
  {
    key: 'domain/posting/entry.ts: <= for <: line.amount < 0n: 1',
    why: 'Lines of zero were left out before.',
  },
  {
    key: 'domain/posting/entry.ts: every for some: side.some((line) => line.open !== undefined): 1',
    why: 'It is asked of a side of one line, where some and every are the same.',
  },
  {
    key: 'domain/posting/online-order.ts: >= for >: amount > 0n: 1',
    why: 'A prepayment of zero is refused.',
  },
  {
    key: 'domain/sales/returned-gifts.ts: >= for >: held > owed: 1',
    why: 'When both are the same, their difference is zero.',
  },
  {
    key: 'domain/stock/returned-batches.ts: <= for <: count < 0n: 1',
    why: 'Zero is what it returns for it by both branches.',
  },
];
