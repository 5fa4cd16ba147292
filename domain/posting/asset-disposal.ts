/**
 * What a destructed asset posts when it is approved (docs/accounting.md, section 4); costing calculates the value:
 *
 *   debit  disposal loss of its type     at the moving average
 *   credit inventory
 */

import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { AssetDisposal } from '../stock/asset-disposal-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { ZERO } from '../values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../values/quantity.ts';

export function postAssetDisposal(disposal: AssetDisposal): Posting {
  const movements = disposal.lines.map(
    (line): Movement => ({
      line: line.line_id,
      pool: { kind: 'stock', item: line.item_fk, inventory: disposal.inventory_fk },
      quantity: toQuantity(-inBaseUnits(quantity(line.quantity), quantity(line.unit_factor))),
      valued: { by: 'average' },
      posted: ZERO,
      contra: { key: `disposal-loss-${disposal.disposal_type}` },
      outlet: disposal.outlet_fk,
    }),
  );
  return withBatches(posting(effectiveTime(disposal.date, disposal.time, 'out'), [], movements), disposal);
}
