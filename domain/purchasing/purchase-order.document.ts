/** The purchase order as a document: its transitions, its number, and the postings of its payments. */
import { declareDocument, seriesOf } from '../documents/document.ts';
import { REVERSAL_REFUSALS } from '../documents/placed.ts';
import { corrected } from '../documents/rate-correction.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { PURCHASE_ORDER_PAPERS } from '../paper/goods-papers.ts';
import {
  postAdvance,
  postAdvanceAllocated,
  postAdvanceReversed,
  postAdvanceUnallocated,
} from '../posting/purchase-order.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { staying, unreversed } from './order-advances.ts';
import {
  PayBody,
  type PayInput,
  PURCHASE_ORDER_HELD,
  PurchaseOrderBody,
  type PurchaseOrderInput,
  ReversePaymentBody,
  type ReversePaymentInput,
} from './purchase-order.schema.ts';
import {
  isBilled,
  PURCHASE_ORDER,
  type PurchaseOrderCommand,
  type PurchaseOrderState,
  possible,
  purchaseOrder,
} from './purchase-order.ts';
import type { PurchaseOrderEvent } from './purchase-order-events.ts';

export const purchaseOrderDocument = declareDocument<PurchaseOrderState, PurchaseOrderCommand, PurchaseOrderEvent>()({
  kind: PURCHASE_ORDER,
  resource: 'purchase_orders',
  folder: 'purchasing',
  holds: 'order',
  decider: purchaseOrder,
  body: PurchaseOrderBody,
  papers: PURCHASE_ORDER_PAPERS,
  held: PURCHASE_ORDER_HELD,
  carriedAt: 'out',
  correctionOf: (state, correction) => {
    const isCorrected = isBilled(state) && corrected(state.order, 'out', correction) !== state.order;
    return isCorrected ? { advances: true } : {};
  },
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
      command: ({ date = null, ...of }: ReversePaymentInput) => ({ type: 'reverse_payment', ...of, date }),
    },
    close: { permission: 'close', command: () => ({ type: 'close' }) },
    open: reasoned('unclose', 'open'),
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'purchase_order.drafted': NOTHING,
    'purchase_order.draft_changed': NOTHING,
    'purchase_order.discarded': NOTHING,
    'purchase_order.billed': NOTHING,
    'purchase_order.returned_to_draft': NOTHING,
    'purchase_order.paid': { does: 'post', post: postAdvance, rule: RULES.orderAdvance },
    'purchase_order.payment_reversed': { does: 'post', post: postAdvanceReversed, rule: RULES.orderAdvanceReversed },
    'purchase_order.purchased': NOTHING,
    'purchase_order.purchase_taken_back': NOTHING,
    'purchase_order.advance_allocated': { does: 'post', post: postAdvanceAllocated, rule: RULES.orderAdvanceAllocated },
    'purchase_order.advance_unallocated': {
      does: 'post',
      post: postAdvanceUnallocated,
      rule: RULES.orderAdvanceAllocated,
    },
    'purchase_order.closed': NOTHING,
    'purchase_order.opened': NOTHING,
  },
  postingsOf: (state, stream) =>
    isBilled(state)
      ? [
          ...staying(state.payments).map((payment) => postAdvance(payment, stream)),
          ...state.payments
            .filter(({ reversed_date }) => reversed_date !== undefined)
            .map((payment) => postAdvanceReversed(payment, stream)),
          ...unreversed(state.allocations).map((allocated) => postAdvanceAllocated(allocated, stream)),
        ]
      : [],
  numbered: {
    event: 'purchase_order.billed',
    prefix: 'PO-',
    inForceBeforePosting: true,
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.order),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.order.outlet_fk, inventory: state.order.inventory_fk },
  reversalRefusals: REVERSAL_REFUSALS,
});
