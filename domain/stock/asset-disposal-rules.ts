/** Rules of a destructed asset: goods of one inventory, and the lost quantities. */

import { asWritten, lineItems } from '../catalogue/line-items.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { namedBatches } from '../values/batch.ts';
import { quantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { AssetDisposalInput } from './asset-disposal.schema.ts';
import type { AssetDisposal } from './asset-disposal-events.ts';

/** `before` is the draft that is changed. */
export function disposalFacts(input: AssetDisposalInput, facts: Facts, before?: AssetDisposal): AssetDisposal {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const items = lineItems(input.lines, facts, issues, asWritten(before?.lines));
  const lines = items.map(({ line, line_id, item_type, unit_factor }, index) => {
    if (item_type !== 'goods') issues.add(`lines.${index}.item_fk`, 'goods_only');
    const { item_fk, unit_fk, note = null } = line;
    return { line_id, item_fk, unit_fk, unit_factor, ...namedBatches(line), quantity: line.quantity, note };
  });
  issues.throwIfAny();
  const { outlet_fk, inventory_fk, date, disposal_type, reference_number = null, note = null } = input;
  const time = timeOf(input, facts);
  const system_currency_fk = systemCurrency(facts);
  return { outlet_fk, inventory_fk, date, time, system_currency_fk, disposal_type, reference_number, note, lines };
}

export function checkDone({ lines }: AssetDisposal): void {
  const issues = new Issues();
  if (lines.length === 0) issues.add('lines', 'at_least_one_line');
  lines.forEach((line, index) => {
    if (quantity(line.quantity) <= 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
  });
  issues.throwIfAny();
}
