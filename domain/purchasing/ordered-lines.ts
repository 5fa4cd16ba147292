/**
 * A purchase made from an order: the same outlet and supplier; each line refers to a line of the order or is
 * additional.
 */
import type { Facts } from '../deciding/facts.ts';
import { inBaseUnits, printQuantity, quantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { checkOfTheOrder } from './order-purchases.ts';
import type { PurchaseInput } from './purchase.schema.ts';
import type { Purchase } from './purchase-events.ts';
import { isBilled, PURCHASE_ORDER, type PurchaseOrderState } from './purchase-order.ts';
import type { PurchaseOrder } from './purchase-order-events.ts';
import type { MadePurchase } from './purchase-order-state.ts';

/** Returns the order's number for the purchase's data; adds issues. */
export function checkOrdered(input: PurchaseInput, facts: Facts, issues: Issues): Pick<Purchase, 'purchase_order_fk'> {
  const { purchase_order_fk: id } = input;
  input.lines.forEach((line, index) => {
    if (line.order_line_id && !id) issues.add(`lines.${index}.order_line_id`, 'line_without_order');
  });
  if (!id) return {};
  const state = facts.document<PurchaseOrderState>(PURCHASE_ORDER, id);
  if (!state) issues.add('purchase_order_fk', 'unknown_document');
  else if (!isBilled(state)) issues.add('purchase_order_fk', 'order_not_billed');
  else checkOfTheOrder({ ...input, supplier_fk: input.supplier_fk ?? null }, state.order, issues);
  return { purchase_order_fk: id };
}

/** The lines of the order that a purchase is a part of, whose units keep their sizes; none of an unknown one. */
export function orderedLines(id: number | null | undefined, facts: Facts): PurchaseOrder['lines'] {
  const state = id ? facts.document<PurchaseOrderState>(PURCHASE_ORDER, id) : undefined;
  return state && isBilled(state) ? state.order.lines : [];
}

/** The quantities by order line; bonus goods do not count as ordered goods. */
export function takenLines(purchase: Purchase): MadePurchase['lines'] {
  return purchase.lines.map((line) => ({
    order_line_id: line.order_line_id ?? null,
    item_fk: line.item_fk,
    base_quantity: printQuantity(inBaseUnits(quantity(line.quantity), quantity(line.unit_factor))),
  }));
}
