/** Purchased quantities of an order, in base units, because a purchase may use another unit than the order. */
import { divideRounded } from '../kernel/fixed-point.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { Issues } from '../kernel/refusal.ts';
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

/**
 * The quantities that the purchase takes from the order, at most the outstanding ones; undefined when they are
 * recorded already.
 */
export function purchasedOf(made: MadePurchase, state: BilledOrder): Purchased | undefined {
  if (state.purchases.some((purchase) => purchase.purchase_fk === made.purchase_fk)) return undefined;
  const issues = new Issues();
  if (state.status !== 'bill') issues.add('purchase_order_fk', 'order_not_billed');
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
