/**
 * The proposed quantity of an item in a purchase order. The quantity sold in a number of weeks is expected to be sold again
 * in as many weeks; after them the minimum of the item must still be in hand.
 */
import { baseQuantityOf, type DocumentBody, type GoodsLine, goodsLinesOf } from '../kernel/document-amounts.ts';
import { objectsOf } from '../kernel/members.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';

/** The quantities of an item, in base units. */
export interface OrderNeed {
  readonly in_hand: string;
  readonly on_order: string;
  readonly minimum: string;
  readonly sold: string;
}

/** In base units; zero when the quantities in hand and on order are sufficient. */
function missing({ in_hand, on_order, minimum, sold }: OrderNeed): Quantity {
  const left = quantity(sold) + quantity(minimum) - quantity(in_hand) - quantity(on_order);
  return toQuantity(left > 0n ? left : 0n);
}

/** In whole units of `factor` base units each, rounded up. */
export function proposedQuantity(need: OrderNeed, factor: string): string {
  const size = quantity(factor);
  const units = (missing(need) + size - 1n) / size;
  return printQuantity(toQuantity(units * QUANTITY_ONE));
}

export interface OnOrder {
  readonly item_fk: number;
  /** In base units. */
  readonly quantity: string;
}

interface OrderedDocument {
  readonly kind: string;
  readonly data: DocumentBody;
}

/**
 * The goods on order: quantities of purchase orders, including drafts, that no purchase contains yet, and quantities of
 * purchases that have not been received.
 */
export function goodsOnOrder(documents: readonly OrderedDocument[]): OnOrder[] {
  const sums = new Map<number, bigint>();
  for (const { kind, data } of documents) {
    const arrived = kind === 'purchase_order' ? purchasedLines(data) : receivedLines(data);
    for (const line of goodsLinesOf(data)) {
      const left = baseQuantityOf(line) - (arrived(line) ?? 0n);
      if (left > 0n) sums.set(line.item_fk, (sums.get(line.item_fk) ?? 0n) + left);
    }
  }
  return [...sums].map(([item_fk, sum]) => ({ item_fk, quantity: printQuantity(toQuantity(sum)) }));
}

/** In base units. */
type Arrived = (line: GoodsLine) => bigint | undefined;

function purchasedLines(order: DocumentBody): Arrived {
  const taken = new Map<number, bigint>();
  for (const { line_id, base_quantity } of objectsOf(order['purchases']).flatMap(({ lines }) => objectsOf(lines))) {
    taken.set(Number(line_id), (taken.get(Number(line_id)) ?? 0n) + quantity(String(base_quantity)));
  }
  return ({ line_id }) => taken.get(line_id);
}

/** A receipt contains the total received quantity of each line so far, in the unit of the line. */
function receivedLines(purchase: DocumentBody): Arrived {
  const last = objectsOf(purchase['receipts']).at(-1);
  const received = new Map(
    objectsOf(last?.['after']).map(({ line_id, quantity: count }) => [Number(line_id), quantity(String(count))]),
  );
  return ({ line_id, unit_factor }) => {
    const count = received.get(line_id);
    return count === undefined ? undefined : inBaseUnits(count, quantity(unit_factor ?? '1'));
  };
}
