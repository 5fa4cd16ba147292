/**
 * No unit cost lies outside of the range of the receipts that it can come from: whatever leaves an item's stock, and
 * whatever stays there, costs a piece no less than the cheapest earlier receipt of the item, and no more than the
 * dearest. It is asked of the oracle's own values; the books are compared with these.
 */
import type { Valued } from './costs.ts';

/** A unit cost as a fraction. */
interface UnitCost {
  readonly value: bigint;
  readonly count: bigint;
}

interface Seen {
  cheapest: UnitCost | undefined;
  dearest: UnitCost | undefined;
  readonly held: Map<number, { count: bigint; value: bigint }>;
  /** Each movement rounds its value once, and its share between inventories once. */
  rounded: bigint;
}

const itemOf = ({ move: { pool } }: Valued): number | undefined => ('item' in pool ? pool.item : undefined);

/** Returns a sentence for each unit cost outside of the range. */
export function outsideOfReceipts(moves: readonly Valued[]): string[] {
  const byItem = Map.groupBy(
    moves.filter((move) => itemOf(move) !== undefined),
    (move) => itemOf(move) ?? 0,
  );
  return [...byItem].flatMap(([item, all]) => wrongOf(item, all, otherValuesFrom(all)));
}

/**
 * The first movement whose value can come from elsewhere; what came before it is asked. Goods that left below zero had a
 * provisional cost; a later cost of a closed year has another day than its receipt; a later cost counts after what left at
 * the very moment of its receipt before it was entered; goods of a sale transfer go back at the cost of their transfer; goods
 * that come back where nothing had a cost before cost nothing that is known.
 */
function otherValuesFrom(all: readonly Valued[]): number {
  const held = new Map<string, bigint>();
  const first = all.findIndex(({ at, document, count, value, move }, index) => {
    const place = JSON.stringify(move.pool);
    const after = (held.get(place) ?? 0n) + count;
    held.set(place, after);
    const isElsewhere =
      count === 0n &&
      move.worth.by === 'price' &&
      (!all.some((other) => other.document === document && other.count > 0n && other.at === at) ||
        all.slice(0, index).some((other) => other.count < 0n && other.at === at));
    const isKnown = all
      .slice(0, index)
      .some((other) => other.value !== 0n && JSON.stringify(other.move.pool) === place);
    const isUnknown = count > 0n && value === 0n && move.worth.by === 'same' && !isKnown;
    return after < 0n || isElsewhere || isUnknown || (document.startsWith('sale_transfer_return-') && count < 0n);
  });
  return first < 0 ? all.length : first;
}

function wrongOf(item: number, all: readonly Valued[], until: number): string[] {
  const seen: Seen = { cheapest: undefined, dearest: undefined, held: new Map(), rounded: 1n };
  return all.slice(0, until).flatMap((valued) => {
    const { at, document, count, value, move, shared } = valued;
    if (!('item' in move.pool)) return [];
    for (const receipt of receiptOf(valued, all)) take(seen, receipt);
    seen.rounded += 2n;
    add(seen, move.pool.inventory, count, value);
    for (const share of shared) add(seen, share.inventory, 0n, share.value);
    const costs = [...seen.held.values(), ...(count < 0n ? [{ count: -count, value: -value }] : [])];
    return costs
      .filter((cost) => !isWithin(cost, seen))
      .map(
        (cost) =>
          `item ${item} at ${at} after ${document}: ${cost.count} worth ${cost.value} is outside of its receipts`,
      );
  });
}

/**
 * The unit costs that a movement brings from outside: at its price and with the later values of its document, or, for
 * goods found where there were none, at the last cost there.
 */
function receiptOf({ document, count, value, move }: Valued, all: readonly Valued[]): UnitCost[] {
  if (count <= 0n || move.worth.by === 'same') return [];
  const later = all.filter(
    (other) => other.document === document && other.count === 0n && other.move.worth.by === 'price',
  );
  // Values that were added and values that were taken away may be of different receipts of the document.
  const [added, taken] = [true, false].map((isMore) =>
    later.reduce((sum, other) => (other.value > 0n === isMore ? sum + other.value : sum), 0n),
  );
  return [0n, added ?? 0n, taken ?? 0n].map((change) => ({ value: value + change, count }));
}

function take(seen: Seen, cost: UnitCost): void {
  const { cheapest, dearest } = seen;
  if (!cheapest || cost.value * cheapest.count < cheapest.value * cost.count) seen.cheapest = cost;
  if (!dearest || cost.value * dearest.count > dearest.value * cost.count) seen.dearest = cost;
}

function add({ held }: Seen, inventory: number, count: bigint, value: bigint): void {
  const own = held.get(inventory) ?? { count: 0n, value: 0n };
  held.set(inventory, { count: own.count + count, value: own.value + value });
}

function isWithin({ count, value }: UnitCost, { cheapest, dearest, rounded }: Seen): boolean {
  if (!cheapest || !dearest || count === 0n) return value === 0n || count !== 0n;
  const least = cheapest.value * count - rounded * cheapest.count;
  const most = dearest.value * count + rounded * dearest.count;
  return value * cheapest.count >= least && value * dearest.count <= most;
}
