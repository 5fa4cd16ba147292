/** The inventory adjustment as a document: its transitions, its number, and its postings. */
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { INVENTORY_ADJUSTMENT_PAPERS } from '../paper/goods-papers.ts';
import { postInventoryAdjustment } from '../posting/inventory-adjustment.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { COUNT_ROUND, type CountRoundCommand } from './count-round.ts';
import {
  INVENTORY_ADJUSTMENT_HELD,
  InventoryAdjustmentBody,
  type InventoryAdjustmentInput,
} from './inventory-adjustment.schema.ts';
import {
  INVENTORY_ADJUSTMENT,
  type InventoryAdjustmentCommand,
  type InventoryAdjustmentState,
  inventoryAdjustment,
  possible,
} from './inventory-adjustment.ts';
import type { InventoryAdjustmentEvent } from './inventory-adjustment-events.ts';
import { unnamedCountedAt } from './inventory-adjustment-rules.ts';

export const inventoryAdjustmentDocument = declareDocument<
  InventoryAdjustmentState,
  InventoryAdjustmentCommand,
  InventoryAdjustmentEvent
>()({
  kind: INVENTORY_ADJUSTMENT,
  resource: 'inventory_adjustments',
  folder: 'stock',
  decider: inventoryAdjustment,
  body: InventoryAdjustmentBody,
  papers: INVENTORY_ADJUSTMENT_PAPERS,
  held: INVENTORY_ADJUSTMENT_HELD,
  create: (input: InventoryAdjustmentInput) => [{ type: 'draft', input }],
  change: (input: InventoryAdjustmentInput) => ({ type: 'change', input }),
  transitions: {
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'inventory_adjustment.drafted': NOTHING,
    'inventory_adjustment.draft_changed': NOTHING,
    'inventory_adjustment.discarded': NOTHING,
    'inventory_adjustment.approved': { does: 'post', post: postInventoryAdjustment, rule: RULES.inventoryAdjustment },
    'inventory_adjustment.returned_to_draft': REVERSE,
  },
  postingsOf: (state) => (state.status === 'approved' ? [postInventoryAdjustment(state.data)] : []),
  countedAt: unnamedCountedAt,
  numbered: {
    event: 'inventory_adjustment.approved',
    prefix: 'IA-',
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
  /** The round of a discarded draft can be completed again. */
  sideEffects: (events, after, stream) => {
    const round = after.status === 'discarded' || after.status === 'reversed' ? after.data.count_round_fk : undefined;
    if (round === undefined || !events.some(({ type }) => type === 'inventory_adjustment.discarded')) return [];
    const inventory_adjustment_fk = Number(stream.slice(INVENTORY_ADJUSTMENT.length + 1));
    const command: CountRoundCommand = { type: 'reopen', inventory_adjustment_fk };
    return [{ kind: COUNT_ROUND, id: round, existing: true, commands: [command] }];
  },
});
