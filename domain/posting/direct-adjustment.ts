/**
 * What a direct adjustment posts (docs/accounting.md, section 4); costing calculates all values:
 *
 *   debit  shrinkage     goods missing, at the moving average
 *   credit inventory
 *   debit  inventory     goods found, at the moving average, or at the stated cost when there is none
 *   credit shrinkage
 */

import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { DirectAdjustment } from '../stock/direct-adjustment.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, ZERO } from '../values/money.ts';
import { inBaseUnits, quantity } from '../values/quantity.ts';

export function postDirectAdjustment(adjustment: DirectAdjustment): Posting {
  const movements = adjustment.lines.map(
    (line): Movement => ({
      line: line.line_id,
      pool: { kind: 'stock', item: line.item_fk, inventory: adjustment.inventory_fk },
      quantity: inBaseUnits(quantity(line.quantity), quantity(line.unit_factor)),
      valued: line.unit_cost === null ? { by: 'average' } : { by: 'average', unitCost: money(line.unit_cost) },
      posted: ZERO,
      contra: { key: 'shrinkage' },
      outlet: adjustment.outlet_fk,
    }),
  );
  const takesOut = movements.some((movement) => movement.quantity < 0n);
  const effective = effectiveTime(adjustment.date, adjustment.time, takesOut ? 'out' : 'in');
  return withBatches(posting(effective, [], movements), adjustment);
}
