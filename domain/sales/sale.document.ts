/** The sale as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postSale } from '../posting/sale.ts';
import { DeliverBody, SaleBody, type SaleInput } from './sale.schema.ts';
import {
  type Delivered,
  isPosted,
  possible,
  SALE,
  type SaleCommand,
  type SaleEvent,
  type SaleState,
  sale,
} from './sale.ts';

export const saleDocument = declareDocument<SaleState, SaleCommand, SaleEvent>({
  kind: SALE,
  resource: 'sales',
  holds: 'sale',
  decider: sale,
  body: SaleBody,
  create: (input: SaleInput) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
  completing: (input: SaleInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (body: SaleInput) => ({ type: 'change', input: body }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'return_to_draft', reason: body.reason }),
    },
    deliver: {
      permission: 'deliver',
      body: DeliverBody,
      command: (body: { lines: Delivered[] }) => ({ type: 'deliver', lines: body.lines }),
    },
    close: { permission: 'close', command: () => ({ type: 'close' }) },
    open: {
      permission: 'unclose',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'open', reason: body.reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postingsOf: (state, stream) => (isPosted(state) ? [postSale(state.sale, stream)] : []),
  numbered: {
    event: 'sale.completed',
    prefix: 'S-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.sale.outlet_fk,
      date: state.status === 'none' ? '' : state.sale.date,
    }),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.sale.outlet_fk, inventory: state.sale.inventory_fk },
  openItems: (input) =>
    input['payment_type'] === 'on_account' && input['customer_fk']
      ? { party: `customer-${input['customer_fk']}`, currency: Number(input['currency_fk']) }
      : undefined,
  reversalRefusals: { stock: 'not_enough_stock', cash: 'no_enough_balance' },
});
