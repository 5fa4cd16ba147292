/** Purchased quantities of an order, in base units, because a purchase may use another unit than the order. */
import { divideRounded } from '../values/fixed-point.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { Purchased, PurchaseOrder, PurchaseOrderLine } from './purchase-order-events.ts';
import type { BilledOrder, MadePurchase } from './purchase-order-state.ts';

const ordered = (line: PurchaseOrderLine) => inBaseUnits(quantity(line.quantity), quantity(line.unit_factor));

function purchasedInAll(line: PurchaseOrderLine, purchases: readonly Purchased[]): Quantity {
  return toQuantity(
    purchases
      .flatMap((purchase) => purchase.lines)
      .filter((lines) => lines.line_id === line.line_id)
      .reduce((total, lines) => total + quantity(lines.base_quantity), 0n),
  );
}

const inOwnUnit = (base: Quantity, line: PurchaseOrderLine): string =>
  printQuantity(toQuantity(divideRounded(base * QUANTITY_ONE, quantity(line.unit_factor))));

/** The purchased quantity of each line, in the line's own unit. */
export function delivered(order: PurchaseOrder, purchases: readonly Purchased[]) {
  return order.lines.map((line) => {
    const base = purchasedInAll(line, purchases);
    return { line_id: line.line_id, quantity: base === ordered(line) ? line.quantity : inOwnUnit(base, line) };
  });
}

export function isWhollyPurchased(order: PurchaseOrder, purchases: readonly Purchased[]): boolean {
  return order.lines.every((line) => purchasedInAll(line, purchases) >= ordered(line));
}

/** What a purchase has in common with its order. */
export interface OfAnOrder {
  readonly outlet_fk: number;
  readonly supplier_fk: number | null;
  readonly lines: readonly { readonly order_line_id?: number | null; readonly item_fk: number }[];
}

/** A purchase has the outlet and the supplier of its order; its lines name lines of the order, or are additional. */
export function checkOfTheOrder(purchase: OfAnOrder, order: PurchaseOrder, issues: Issues): void {
  if (order.outlet_fk !== purchase.outlet_fk) issues.add('purchase_order_fk', 'not_of_the_outlet');
  if (order.supplier_fk !== purchase.supplier_fk) issues.add('supplier_fk', 'not_of_the_order');
  purchase.lines.forEach((line, index) => {
    if (!line.order_line_id) return;
    const of = order.lines.find(({ line_id }) => line_id === line.order_line_id);
    if (!of) issues.add(`lines.${index}.order_line_id`, 'unknown_line');
    else if (of.item_fk !== line.item_fk) issues.add(`lines.${index}.item_fk`, 'not_of_the_order');
  });
}

/**
 * The quantities that the purchase takes from the order, at most the outstanding ones; undefined when they are
 * recorded already. The order may have been changed since the purchase was drafted, so what they have in common is
 * checked again.
 */
export function purchasedOf(made: MadePurchase, state: BilledOrder): Purchased | undefined {
  if (state.purchases.some((purchase) => purchase.purchase_fk === made.purchase_fk)) return undefined;
  const issues = new Issues();
  if (state.status !== 'bill') issues.add('purchase_order_fk', 'order_not_billed');
  checkOfTheOrder(made, state.order, issues);
  const taken = new Map<number, bigint>();
  made.lines.forEach(({ order_line_id, base_quantity }, index) => {
    const line = state.order.lines.find((line) => line.line_id === order_line_id);
    if (!line) return;
    const before = toQuantity(purchasedInAll(line, state.purchases) + (taken.get(line.line_id) ?? 0n));
    const left = toQuantity(ordered(line) - before);
    if (quantity(base_quantity) > left) {
      issues.add(`lines.${index}.quantity`, 'more_than_ordered', { value: inOwnUnit(left, line) });
    }
    taken.set(line.line_id, (taken.get(line.line_id) ?? 0n) + quantity(base_quantity));
  });
  issues.throwIfAny();
  const lines = [...taken].map(([line_id, base]) => ({ line_id, base_quantity: printQuantity(toQuantity(base)) }));
  return { purchase_fk: made.purchase_fk, lines };
}
