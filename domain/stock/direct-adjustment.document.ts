/** The direct adjustment as a document: its one transition, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { postDirectAdjustment } from '../posting/direct-adjustment.ts';
import { ReasonBody } from '../sales/sale.schema.ts';
import { DirectAdjustmentBody, type DirectAdjustmentInput } from './direct-adjustment.schema.ts';
import {
  DIRECT_ADJUSTMENT,
  type DirectAdjustmentCommand,
  type DirectAdjustmentEvent,
  type DirectAdjustmentState,
  directAdjustment,
  possible,
} from './direct-adjustment.ts';

export const directAdjustmentDocument = declareDocument<
  DirectAdjustmentState,
  DirectAdjustmentCommand,
  DirectAdjustmentEvent
>({
  kind: DIRECT_ADJUSTMENT,
  resource: 'inventory_direct_adjustments',
  decider: directAdjustment,
  body: DirectAdjustmentBody,
  create: (input: DirectAdjustmentInput) => [{ type: 'complete', input }],
  transitions: {
    reverse: {
      permission: 'destroy',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'reverse', reason: body.reason }),
    },
  },
  possible,
  booked: (state) => (state.status === 'complete' ? [postDirectAdjustment(state.adjustment)] : []),
  numbered: {
    event: 'direct_adjustment.completed',
    prefix: 'DA-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.adjustment.outlet_fk,
      date: state.status === 'none' ? '' : state.adjustment.date,
    }),
  },
  place: (state) =>
    state.status === 'none'
      ? undefined
      : { outlet: state.adjustment.outlet_fk, inventory: state.adjustment.inventory_fk },
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});
