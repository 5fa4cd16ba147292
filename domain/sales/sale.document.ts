/** The sale as a document: its transitions, its number, and its postings. */

import { itemsThatMayBeOverdue } from '../debts/overdue.ts';
import { enterPayment, makesPayment, reversePayment } from '../debts/paid-now.ts';
import { CUSTOMER_SIDE } from '../debts/transaction-side.ts';
import { declareDocument, type Following, seriesOf } from '../documents/document.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { SALE_PAPERS } from '../paper/goods-papers.ts';
import { postSale } from '../posting/sale.ts';
import { postDelivered, postReturnedUndelivered } from '../posting/undelivered.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { membersOf } from '../values/members.ts';
import type { QuotationCommand } from './orders/quotation.ts';
import { QUOTATION } from './orders/quotation-events.ts';
import { partsOfSale } from './promotion-result.ts';
import { DeliverBody, type DeliverInput, SALE_HELD, SaleBody, type SaleInput } from './sale.schema.ts';
import { isPosted, possible, SALE, type SaleCommand, type SaleState, sale } from './sale.ts';
import type { SaleEvent } from './sale-events.ts';

export const saleDocument = declareDocument<SaleState, SaleCommand, SaleEvent>()({
  kind: SALE,
  resource: 'sales',
  folder: 'sales',
  holds: 'sale',
  decider: sale,
  body: SaleBody,
  papers: SALE_PAPERS,
  held: SALE_HELD,
  carriedAt: 'in',
  owed: { returns: 'sale_return', origin: 'sale_fk' },
  create: (input: SaleInput) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
  completing: (input: SaleInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (body: SaleInput) => ({ type: 'change', input: body }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    deliver: {
      permission: 'deliver',
      body: DeliverBody,
      command: (input: DeliverInput) => ({ type: 'deliver', input }),
    },
    close: { permission: 'close', command: () => ({ type: 'close' }) },
    open: reasoned('unclose', 'open'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'sale.drafted': NOTHING,
    'sale.draft_changed': NOTHING,
    'sale.discarded': NOTHING,
    'sale.completed': { does: 'post', post: postSale, rule: RULES.sale },
    'sale.returned_to_draft': REVERSE,
    'sale.delivered': { does: 'post', post: postDelivered, rule: RULES.undelivered },
    'sale.returned_undelivered': { does: 'post', post: postReturnedUndelivered, rule: RULES.undelivered },
    'sale.return_taken_back': {
      does: 'reverse',
      of: ['sale.returned_undelivered'],
      part: (data) => membersOf(data)['sale_return_fk'],
    },
    'sale.closed': NOTHING,
    'sale.opened': NOTHING,
  },
  postingsOf: (state, stream) => {
    if (!isPosted(state)) return [];
    const { deliveries = [], undelivered_returns = [] } = state;
    return [
      postSale(state.sale, stream),
      ...deliveries.flatMap((delivery) => postDelivered(delivery) ?? []),
      ...undelivered_returns.flatMap((back) => postReturnedUndelivered(back) ?? []),
    ];
  },
  ownParts: (state) => (isPosted(state) ? partsOfSale(state.sale) : undefined),
  creates: (commands, before) =>
    makesPayment(CUSTOMER_SIDE, commands, before.status === 'draft' ? before.sale : undefined),
  sideEffects: (events, after, stream, { before, facts }) =>
    events.flatMap((event) => {
      if (event.type === 'sale.discarded') return quotationOf(after, stream);
      if (event.type === 'sale.returned_to_draft') {
        const paid = isPosted(before) ? before.customer_transaction_fk : undefined;
        return reversePayment(CUSTOMER_SIDE, paid, event.data.reason, facts);
      }
      if (event.type !== 'sale.completed' || !isPosted(after)) return [];
      const { customer_transaction_fk: id, sale } = after;
      if (id === undefined || sale.customer_fk === null) return [];
      return [enterPayment(CUSTOMER_SIDE, id, sale, sale.customer_fk, stream, [postSale(sale, stream)])];
    }),
  numbered: {
    event: 'sale.completed',
    prefix: 'S-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.sale),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.sale.outlet_fk, inventory: state.sale.inventory_fk },
  openItems: itemsThatMayBeOverdue,
  reversalRefusals: { stock: 'not_enough_stock', cash: 'no_enough_balance' },
});

/** The command on the quotation of a discarded sale, which can then be converted again. */
function quotationOf(state: SaleState, stream: string): Following[] {
  const quotation = state.status === 'none' ? undefined : state.sale.quotation_fk;
  if (quotation === undefined) return [];
  const command: QuotationCommand = { type: 'reopen', sale_fk: Number(stream.slice(SALE.length + 1)) };
  return [{ kind: QUOTATION, id: quotation, existing: true, commands: [command] }];
}
