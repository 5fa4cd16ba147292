/** The purchase order as a document: its transitions, its number, and what its payments have in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postAdvance, postAdvanceAllocated } from '../posting/purchase-order.ts';
import { unreversed } from './order-advances.ts';
import {
  PayBody,
  type PayInput,
  PurchaseOrderBody,
  type PurchaseOrderInput,
  ReversePaymentBody,
  type ReversePaymentInput,
} from './purchase-order.schema.ts';
import {
  isBilled,
  PURCHASE_ORDER,
  type PurchaseOrderCommand,
  type PurchaseOrderEvent,
  type PurchaseOrderState,
  possible,
  purchaseOrder,
} from './purchase-order.ts';

type Reasoned = { readonly reason: string | null };

export const purchaseOrderDocument = declareDocument<PurchaseOrderState, PurchaseOrderCommand, PurchaseOrderEvent>({
  kind: PURCHASE_ORDER,
  resource: 'purchase_orders',
  holds: 'order',
  decider: purchaseOrder,
  body: PurchaseOrderBody,
  create: (input: PurchaseOrderInput) => [{ type: input.status === 'bill' ? 'enter' : 'draft', input }],
  completing: (input: PurchaseOrderInput) => (input.status === 'bill' ? { type: 'bill' } : undefined),
  change: (input: PurchaseOrderInput) => ({ type: 'change', input }),
  transitions: {
    bill: { permission: 'complete', command: () => ({ type: 'bill' }) },
    pay: { permission: 'update_payment', body: PayBody, command: (input: PayInput) => ({ type: 'pay', input }) },
    reverse_payment: {
      permission: 'destroy_payment',
      body: ReversePaymentBody,
      reasoned: true,
      command: ({ payment_id, reason }: ReversePaymentInput) => ({ type: 'reverse_payment', payment_id, reason }),
    },
    close: { permission: 'close', command: () => ({ type: 'close' }) },
    open: {
      permission: 'unclose',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reasoned) => ({ type: 'open', reason }),
    },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reasoned) => ({ type: 'return_to_draft', reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postingsOf: (state, stream) =>
    isBilled(state)
      ? [
          ...unreversed(state.payments).map((payment) => postAdvance(payment, stream)),
          ...unreversed(state.allocations).map((allocated) => postAdvanceAllocated(allocated, stream)),
        ]
      : [],
  numbered: {
    event: 'purchase_order.billed',
    prefix: 'PO-',
    inForceBeforePosting: true,
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.order.outlet_fk,
      date: state.status === 'none' ? '' : state.order.date,
    }),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.order.outlet_fk, inventory: state.order.inventory_fk },
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
