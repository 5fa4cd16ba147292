/**
 * A purchase made from an order: the same outlet and supplier; each line refers to a line of the order or is
 * additional.
 */
import type { Facts } from '../kernel/facts.ts';
import { inBaseUnits, printQuantity, quantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { PurchaseInput } from './purchase.schema.ts';
import type { Purchase } from './purchase-events.ts';
import { isBilled, type MadePurchase, PURCHASE_ORDER, type PurchaseOrderState } from './purchase-order.ts';

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
  else {
    if (state.order.outlet_fk !== input.outlet_fk) issues.add('purchase_order_fk', 'not_of_the_outlet');
    if (state.order.supplier_fk !== input.supplier_fk) issues.add('supplier_fk', 'not_of_the_order');
    input.lines.forEach((line, index) => {
      if (!line.order_line_id) return;
      const of = state.order.lines.find((purchaseOrderLine) => purchaseOrderLine.line_id === line.order_line_id);
      if (!of) issues.add(`lines.${index}.order_line_id`, 'unknown_line');
      else if (of.item_fk !== line.item_fk) issues.add(`lines.${index}.item_fk`, 'not_of_the_order');
    });
  }
  return { purchase_order_fk: id };
}

/** The quantities by order line; bonus goods do not count as ordered goods. */
export function takenLines(purchase: Purchase): MadePurchase['lines'] {
  return purchase.lines.map((line) => ({
    order_line_id: line.order_line_id ?? null,
    base_quantity: printQuantity(inBaseUnits(quantity(line.quantity), quantity(line.unit_factor))),
  }));
}
