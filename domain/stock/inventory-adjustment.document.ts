/** The inventory adjustment as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postInventoryAdjustment } from '../posting/inventory-adjustment.ts';
import { InventoryAdjustmentBody, type InventoryAdjustmentInput } from './inventory-adjustment.schema.ts';
import {
  INVENTORY_ADJUSTMENT,
  type InventoryAdjustmentCommand,
  type InventoryAdjustmentEvent,
  type InventoryAdjustmentState,
  inventoryAdjustment,
  possible,
} from './inventory-adjustment.ts';

export const inventoryAdjustmentDocument = declareDocument<
  InventoryAdjustmentState,
  InventoryAdjustmentCommand,
  InventoryAdjustmentEvent
>({
  kind: INVENTORY_ADJUSTMENT,
  resource: 'inventory_adjustments',
  decider: inventoryAdjustment,
  body: InventoryAdjustmentBody,
  create: (input: InventoryAdjustmentInput) => [{ type: 'draft', input }],
  change: (input: InventoryAdjustmentInput) => ({ type: 'change', input }),
  transitions: {
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'return_to_draft', reason: body.reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postingsOf: (state) => (state.status === 'approved' ? [postInventoryAdjustment(state.data)] : []),
  numbered: {
    event: 'inventory_adjustment.approved',
    prefix: 'IA-',
    of: (state) =>
      state.status === 'none' ? { outlet: 0, date: '' } : { outlet: state.data.outlet_fk, date: state.data.date },
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.data.outlet_fk, inventory: state.data.inventory_fk },
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
