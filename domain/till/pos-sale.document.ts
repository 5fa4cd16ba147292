/** The receipt of a till as a document: its transitions, its number, and what it has in the books. */
import { declareDocument, seriesOf } from '../kernel/document.ts';
import { POS_SALE_PAPERS } from '../paper/goods-papers.ts';
import { postPosRefund, postPosSale } from '../posting/pos-sale.ts';
import { NOTHING } from '../posting/posting-rule.ts';
import { RULES } from '../posting/rules.ts';
import { POS_SALE_HELD, PosSaleBody, type PosSaleInput, RefundBody, type RefundInput } from './pos-sale.schema.ts';
import { POS_SALE, type PosSaleCommand, type PosSaleEvent, type PosSaleState, posSale, possible } from './pos-sale.ts';

export const posSaleDocument = declareDocument<PosSaleState, PosSaleCommand, PosSaleEvent>({
  kind: POS_SALE,
  resource: 'pos_sales',
  folder: 'till',
  decider: posSale,
  wasPaid: true,
  body: PosSaleBody,
  papers: POS_SALE_PAPERS,
  held: POS_SALE_HELD,
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
  postings: {
    'pos_sale.held': NOTHING,
    'pos_sale.held_again': NOTHING,
    'pos_sale.discarded': NOTHING,
    'pos_sale.completed': { does: 'post', post: postPosSale, rule: RULES.posSale },
    'pos_sale.refunded': { does: 'post', post: postPosRefund, rule: RULES.posRefund },
  },
  postingsOf: (state, stream) => {
    if (state.status !== 'complete' && state.status !== 'refunded') return [];
    return [postPosSale(state.data, stream), ...(state.refund ? [postPosRefund(state.refund, stream)] : [])];
  },
  numbered: {
    event: 'pos_sale.completed',
    prefix: 'R-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.data),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.data.outlet_fk, inventory: state.data.inventory_fk },
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
