/** The receipt of a till as a document: its transitions, its number, and its postings. */

import { openItemsOfLimited } from '../../debts/overdue.ts';
import { declareDocument } from '../../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../../documents/placed.ts';
import { NOTHING } from '../../entries/posting-rule.ts';
import { RULES } from '../../entries/rules.ts';
import { POS_SALE_PAPERS } from '../../paper/goods-papers.ts';
import { POS_REFUND_PAPER } from '../../paper/till-papers.ts';
import { postPartRefund, postPosReturn } from '../../posting/pos-refund.ts';
import { postPosRefund, postPosSale } from '../../posting/pos-sale.ts';
import { objectsOf } from '../../values/members.ts';
import { entryClaims } from '../device-mark.ts';
import { ReviewBody, type ReviewInput } from '../review.schema.ts';
import { refundOfReplaced } from './corrected-receipt.ts';
import { POS_SALE_HELD, PosSaleBody, type PosSaleInput, RefundBody, type RefundInput } from './pos-sale.schema.ts';
import { POS_SALE, type PosSaleCommand, type PosSaleState, posSale, possible } from './pos-sale.ts';
import type { PosSaleEvent } from './pos-sale-events.ts';

const CREATES = { complete: 'enter', return: 'return', hold: 'hold' } as const;

export const posSaleDocument = declareDocument<PosSaleState, PosSaleCommand, PosSaleEvent>()({
  kind: POS_SALE,
  resource: 'pos_sales',
  folder: 'till',
  settings: ['till_setting'],
  decider: posSale,
  wasPaid: true,
  body: PosSaleBody,
  papers: POS_SALE_PAPERS,
  paperIn: { returned: POS_REFUND_PAPER },
  held: POS_SALE_HELD,
  openItems: ({ customer_fk, payments }, named) =>
    objectsOf(payments).some(({ method }) => method === 'credit') ? openItemsOfLimited(customer_fk, named) : undefined,
  create: (input: PosSaleInput) => [{ type: CREATES[input.status ?? 'hold'], input }],
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
    review: { permission: 'review', body: ReviewBody, command: ({ note }: ReviewInput) => ({ type: 'review', note }) },
  },
  possible,
  postings: {
    'pos_sale.held': NOTHING,
    'pos_sale.held_again': NOTHING,
    'pos_sale.discarded': NOTHING,
    'pos_sale.completed': { does: 'post', post: postPosSale, rule: RULES.posSale },
    'pos_sale.refunded': { does: 'post', post: postPosRefund, rule: RULES.posRefund },
    'pos_sale.part_refunded': { does: 'post', post: postPartRefund, rule: RULES.posPartRefund },
    'pos_sale.returned': { does: 'post', post: postPosReturn, rule: RULES.posReturn },
    'pos_sale.reviewed': NOTHING,
  },
  postingsOf: (state, stream) => {
    if (state.status === 'returned') return [postPosReturn(state.data, stream)];
    if (state.status !== 'complete' && state.status !== 'refunded') return [];
    return [
      postPosSale(state.data, stream),
      ...(state.refund ? [postPosRefund(state.refund, stream)] : []),
      ...state.refunds.map((refund) => postPartRefund(refund, stream)),
    ];
  },
  sideEffects: (events) =>
    events.flatMap((event) => {
      const refund = event.type === 'pos_sale.completed' ? refundOfReplaced(event.data) : undefined;
      if (refund === undefined) return [];
      const { id, command } = refund;
      return [{ kind: POS_SALE, id, existing: true, field: 'replaces_fk', commands: [command] }];
    }),
  claims: (before, after, stream) =>
    'entries' in after ? entryClaims('entries' in before ? before.entries : [], after.entries, stream) : [],
  numbered: {
    event: 'pos_sale.completed',
    alsoAt: 'pos_sale.returned',
    isOwn: (state) => 'data' in state && state.data.device !== undefined,
    prefix: 'R-',
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});
