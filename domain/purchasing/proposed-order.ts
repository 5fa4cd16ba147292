/**
 * The proposed quantity of an item in a purchase order. The quantity sold in a number of weeks is expected to be sold again
 * in as many weeks; after them, and after the goods that online orders reserve, the minimum of the item must still be in
 * hand. An inventory with a maximum is filled up to it as soon as it has less than its minimum, whatever was sold.
 */

import { deliveredGoods } from '../documents/delivered-goods.ts';
import { baseQuantityOf, type DocumentBody, type GoodsLine, goodsLinesOf } from '../documents/document-amounts.ts';
import { objectsOf } from '../values/members.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../values/quantity.ts';

/** The quantities of an item, in base units. */
export interface OrderNeed {
  readonly in_hand: string;
  /** In confirmed online orders. */
  readonly reserved: string;
  readonly on_order: string;
  /** Sent by other inventories, and not received. */
  readonly on_the_way: string;
  readonly minimum: string;
  /** Of the inventory; null when it has none. */
  readonly maximum: string | null;
  readonly sold: string;
}

/** What is there or comes, and is not reserved. */
const expected = ({ in_hand, reserved, on_order, on_the_way }: OrderNeed): bigint =>
  quantity(in_hand) + quantity(on_order) + quantity(on_the_way) - quantity(reserved);

/** In base units; zero when the quantities in hand, on order and on the way are sufficient. */
function missing(need: OrderNeed): bigint {
  const { minimum, maximum, sold } = need;
  const there = expected(need);
  if (maximum === null) return larger(quantity(sold) + quantity(minimum) - there, 0n);
  return there < quantity(minimum) ? larger(quantity(maximum) - there, 0n) : 0n;
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/**
 * Whole units of `factor` base units each, after `transferred` base units have come from other inventories. Rounded up;
 * with a maximum rounded down, unless the inventory would stay below its minimum.
 */
export function proposedQuantity(need: OrderNeed, factor: string, transferred = '0'): string {
  const size = quantity(factor);
  const left = larger(missing(need) - quantity(transferred), 0n);
  const down = left / size;
  const isEnough = expected(need) + quantity(transferred) + down * size >= quantity(need.minimum);
  const isDown = left % size === 0n || (need.maximum !== null && isEnough);
  return printQuantity(toQuantity((isDown ? down : down + 1n) * QUANTITY_ONE));
}

/** An inventory that may give goods of the item away, in base units. */
export interface TransferSource {
  readonly inventory_fk: number;
  /** What may be sold there, and is neither reserved nor about to leave. */
  readonly available: string;
  /** What it keeps: its maximum, without one its minimum. */
  readonly kept: string;
}

export interface ProposedTransfer {
  readonly from_inventory_fk: number;
  readonly quantity: string;
  /** What it could give. */
  readonly spare: string;
}

/** Transfers of what an inventory is missing, in whole base units: of each source, in their order, as much as it can spare. */
export function proposedTransfers(need: OrderNeed, sources: readonly TransferSource[]): readonly ProposedTransfer[] {
  let left: bigint = quantity(proposedQuantity(need, '1'));
  return sources.flatMap(({ inventory_fk, available, kept }) => {
    const above = larger(quantity(available) - quantity(kept), 0n);
    const spare = above - (above % QUANTITY_ONE);
    const taken = spare < left ? spare : left;
    if (taken === 0n) return [];
    left -= taken;
    const text = (count: bigint) => printQuantity(toQuantity(count));
    return [{ from_inventory_fk: inventory_fk, quantity: text(taken), spare: text(spare) }];
  });
}

/** The figures of a need that are sums over unfinished documents. */
export const OPEN_FIGURES = ['reserved', 'on_order', 'on_the_way'] as const;
export type OpenFigure = (typeof OPEN_FIGURES)[number];

export interface OpenGoods extends Readonly<Record<OpenFigure, string>> {
  readonly item_fk: number;
}

interface OpenDocument {
  readonly figure: OpenFigure;
  readonly data: DocumentBody;
}

/**
 * Quantities of lines that are not done, by item and figure: of purchase orders, drafts included, the quantities that no
 * purchase contains yet; of purchases and transfers the quantities that have not been received; of confirmed online orders
 * all quantities.
 */
export function openGoods(documents: readonly OpenDocument[]): OpenGoods[] {
  const sums = new Map<number, Map<OpenFigure, bigint>>();
  for (const { figure, data } of documents) {
    for (const [item, left] of leftByItem(data)) {
      const figures = sums.get(item) ?? new Map<OpenFigure, bigint>();
      sums.set(item, figures.set(figure, (figures.get(figure) ?? 0n) + left));
    }
  }
  return [...sums].map(([item_fk, figures]) => {
    const of = (figure: OpenFigure) => printQuantity(toQuantity(figures.get(figure) ?? 0n));
    return { item_fk, reserved: of('reserved'), on_order: of('on_order'), on_the_way: of('on_the_way') };
  });
}

/** The quantities of a document that are not done, by item; of a sale those that are not delivered. */
export function leftByItem(data: DocumentBody): ReadonlyMap<number, bigint> {
  const done = doneOf(data);
  const sums = new Map<number, bigint>();
  for (const line of goodsLinesOf(data)) {
    const left = baseQuantityOf(line) - (done(line) ?? 0n);
    if (left > 0n) sums.set(line.item_fk, (sums.get(line.item_fk) ?? 0n) + left);
  }
  return sums;
}

/** In base units. */
type Done = (line: GoodsLine) => bigint | undefined;

function doneOf(data: DocumentBody): Done {
  if (data['purchases'] !== undefined) return purchasedLines(data);
  return data['delivered'] === undefined ? receivedLines(data) : deliveredLines(data);
}

function deliveredLines(sale: DocumentBody): Done {
  const became = deliveredGoods(sale);
  return (line) => {
    const { delivered, returned } = became(line);
    return delivered + returned;
  };
}

function purchasedLines(order: DocumentBody): Done {
  const taken = new Map<number, bigint>();
  for (const { line_id, base_quantity } of objectsOf(order['purchases']).flatMap(({ lines }) => objectsOf(lines))) {
    taken.set(Number(line_id), (taken.get(Number(line_id)) ?? 0n) + quantity(String(base_quantity)));
  }
  return ({ line_id }) => taken.get(line_id);
}

/** A receipt contains the total received quantity of each line so far, in the unit of the line. */
function receivedLines(data: DocumentBody): Done {
  const last = objectsOf(data['receipts']).at(-1);
  const received = new Map(
    objectsOf(last?.['after']).map(({ line_id, quantity: count }) => [Number(line_id), quantity(String(count))]),
  );
  return ({ line_id, unit_factor }) => {
    const count = received.get(line_id);
    return count === undefined ? undefined : inBaseUnits(count, quantity(unit_factor ?? '1'));
  };
}
