/** The purchase as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postAppliedCost, postBill, postReceipt, postUnbilledReceipt } from '../posting/purchase.ts';
import {
  ApplyCostBody,
  type ApplyCostInput,
  BillBody,
  type BillInput,
  CompleteBody,
  type CompleteInput,
  ModifySalePriceBody,
  type ModifySalePriceInput,
  PurchaseBody,
  type PurchaseInput,
  ReceiveBody,
  type ReceiveInput,
} from './purchase.schema.ts';
import {
  type CompletePurchase,
  isComplete,
  PURCHASE,
  type PurchaseCommand,
  type PurchaseEvent,
  type PurchaseState,
  possible,
  purchase,
} from './purchase.ts';

export const purchaseDocument = declareDocument<PurchaseState, PurchaseCommand, PurchaseEvent>({
  kind: PURCHASE,
  resource: 'purchases',
  decider: purchase,
  body: PurchaseBody,
  create: (input: PurchaseInput) => [
    input.status === 'complete' ? { type: 'enter', input, receive: input.receive ?? true } : { type: 'draft', input },
  ],
  completing: (input: PurchaseInput) =>
    input.status === 'complete' ? { type: 'complete', receive: input.receive ?? true } : undefined,
  change: (body: PurchaseInput) => ({ type: 'change', input: body }),
  transitions: {
    complete: {
      permission: 'complete',
      body: CompleteBody,
      command: (body: CompleteInput) => ({ type: 'complete', receive: body.receive ?? true }),
    },
    receive: {
      permission: 'receive',
      body: ReceiveBody,
      command: (body: ReceiveInput) => ({ type: 'receive', input: body }),
    },
    /** The bill of goods that are here completes what is owed for them. */
    bill: {
      permission: 'complete',
      body: BillBody,
      command: (body: BillInput) => ({ type: 'bill', input: body }),
    },
    modify_sale_price: {
      permission: 'modify_sale_price',
      body: ModifySalePriceBody,
      command: (body: ModifySalePriceInput) => ({ type: 'modify_sale_price', input: body }),
    },
    apply_cost: {
      permission: 'apply_cost',
      body: ApplyCostBody,
      command: (body: ApplyCostInput) => ({ type: 'apply_cost', input: body }),
    },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'return_to_draft', reason: body.reason }),
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
  booked: (state, stream) => (isComplete(state) ? postings(state, stream) : []),
  numbered: {
    event: 'purchase.completed',
    prefix: 'P-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.purchase.outlet_fk,
      date: state.status === 'none' ? '' : state.purchase.date,
    }),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.purchase.outlet_fk, inventory: state.purchase.inventory_fk },
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});

function postings({ purchase, receipts, applied, before_bill = [], bills = [] }: CompletePurchase, stream: string) {
  return [
    ...receipts.map((receipt) => {
      const post = before_bill.includes(receipt.receipt) ? postUnbilledReceipt : postReceipt;
      return post({ ...receipt, purchase }, stream);
    }),
    ...bills.map((bill) => postBill({ ...bill, purchase }, stream)),
    ...applied.map((each) => postAppliedCost(each, stream)),
  ];
}
