/**
 * A correction of stock with a reason: found or missing quantities. It is complete at once and can be reversed. A
 * count, which states the whole stock, is another document.
 */

import { lineItems } from '../catalogue/line-items.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { type AtOnceEvent, atOnceDecider } from '../documents/immediate.ts';
import { namedBatches } from '../values/batch.ts';
import { quantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { DirectAdjustmentInput } from './direct-adjustment.schema.ts';
import type { GoodsDocument, GoodsLine } from './goods-document.ts';

/** Stream: `direct_adjustment-<id>` */
export const DIRECT_ADJUSTMENT = 'direct_adjustment';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface DirectAdjustmentLine extends GoodsLine {
  readonly quantity: string;
  readonly unit_cost: string | null;
}

export interface DirectAdjustment extends GoodsDocument<DirectAdjustmentLine> {
  readonly reason: string;
}

export type DirectAdjustmentEvent = AtOnceEvent<typeof DIRECT_ADJUSTMENT, DirectAdjustment>;

export const directAdjustment = atOnceDecider(DIRECT_ADJUSTMENT, adjustmentFacts);

function adjustmentFacts(input: DirectAdjustmentInput, facts: Facts): DirectAdjustment {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  if (input.reason.trim() === '') issues.add('reason', 'required');
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const lines = lineItems(input.lines, facts, issues).map(
    ({ line, line_id, item_type, unit_factor }, index): DirectAdjustmentLine => {
      const field = `lines.${index}`;
      if (item_type !== 'goods') issues.add(`${field}.item_fk`, 'goods_only');
      if (quantity(line.quantity) === 0n) issues.add(`${field}.quantity`, 'not_zero');
      const { item_fk, unit_fk, unit_cost = null, note = null } = line;
      const common = { line_id, item_fk, unit_fk, unit_factor, ...namedBatches(line) };
      return { ...common, quantity: line.quantity, unit_cost, note };
    },
  );
  issues.throwIfAny();
  const { outlet_fk, inventory_fk, date, reason, reference_number = null, note = null } = input;
  const time = timeOf(input, facts);
  const system_currency_fk = systemCurrency(facts);
  return { outlet_fk, inventory_fk, date, time, system_currency_fk, reason, reference_number, note, lines };
}
