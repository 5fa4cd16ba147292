/** The receipt of a till as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { postPosRefund, postPosSale } from '../posting/pos-sale.ts';
import { PosSaleBody, type PosSaleInput, RefundBody, type RefundInput } from './pos-sale.schema.ts';
import { POS_SALE, type PosSaleCommand, type PosSaleEvent, type PosSaleState, posSale, possible } from './pos-sale.ts';

export const posSaleDocument = declareDocument<PosSaleState, PosSaleCommand, PosSaleEvent>({
  kind: POS_SALE,
  resource: 'pos_sales',
  decider: posSale,
  wasPaid: true,
  body: PosSaleBody,
  create: (input: PosSaleInput) => [{ type: input.status === 'complete' ? 'enter' : 'hold', input }],
  completing: (input: PosSaleInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (input: PosSaleInput) => ({ type: 'change', input }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
    refund: {
      permission: 'return_to_draft',
      body: RefundBody,
      reasoned: true,
      command: (input: RefundInput) => ({ type: 'refund', input }),
    },
  },
  possible,
  postingsOf: (state, stream) => {
    if (state.status !== 'complete' && state.status !== 'refunded') return [];
    return [postPosSale(state.data, stream), ...(state.refund ? [postPosRefund(state.refund, stream)] : [])];
  },
  numbered: {
    event: 'pos_sale.completed',
    prefix: 'R-',
    of: (state) =>
      state.status === 'none' ? { outlet: 0, date: '' } : { outlet: state.data.outlet_fk, date: state.data.date },
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.data.outlet_fk, inventory: state.data.inventory_fk },
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
