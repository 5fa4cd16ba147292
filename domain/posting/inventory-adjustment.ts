/**
 * What an inventory adjustment posts when it is approved (docs/accounting.md, section 4). The counted quantity is the
 * stock; costing calculates the difference to the books at that moment, and its value at the moving average:
 *
 *   debit  shrinkage     goods missing
 *   credit inventory
 *   debit  inventory     goods found, at the moving average, or at the stated cost when there is none
 *   credit shrinkage
 */

import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { InventoryAdjustment, InventoryAdjustmentLine } from '../stock/inventory-adjustment-events.ts';
import { momentOfCount } from '../values/effective-date.ts';
import { money, ZERO } from '../values/money.ts';
import { inBaseUnits, NO_QUANTITY, quantity } from '../values/quantity.ts';

/** Goods of a counting round are counted one after the other, each at its own moment. */
function countedAt({ counted_at }: InventoryAdjustmentLine): Pick<Movement, 'at'> {
  if (counted_at === undefined) return {};
  const [date = '', time] = counted_at.split('T');
  return { at: momentOfCount(date, time) };
}

export function postInventoryAdjustment(adjustment: InventoryAdjustment): Posting {
  const movements = adjustment.lines.map((line): Movement => {
    const real = inBaseUnits(quantity(line.real_quantity), quantity(line.unit_factor));
    return {
      line: line.line_id,
      pool: { kind: 'stock', item: line.item_fk, inventory: adjustment.inventory_fk },
      quantity: NO_QUANTITY,
      valued: { by: 'count', real, ...(line.unit_cost === null ? {} : { unitCost: money(line.unit_cost) }) },
      posted: ZERO,
      contra: { key: 'shrinkage' },
      outlet: adjustment.outlet_fk,
      ...countedAt(line),
    };
  });
  return withBatches(posting(momentOfCount(adjustment.date, adjustment.time), [], movements), adjustment);
}
