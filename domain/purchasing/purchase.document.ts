/** The purchase as a document: its transitions, its number, and its postings. */

import { enterPayment, makesPayment, reversePayment } from '../debts/paid-now.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import type { Facts, OpenItem } from '../deciding/facts.ts';
import { declareDocument, type Following, seriesOf } from '../documents/document.ts';
import { REVERSAL_REFUSALS } from '../documents/placed.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { PURCHASE_PAPERS } from '../paper/goods-papers.ts';
import { postEnteredCost, postSharedCost } from '../posting/later-cost.ts';
import { postCompleted, postMoney, postReceived } from '../posting/paid-before.ts';
import { postAppliedCost, postUnbilledReceipt } from '../posting/purchase.ts';
import { postBill } from '../posting/purchase-bill.ts';
import { returnedPrefix } from '../pricing/returned-quantities.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { membersOf } from '../values/members.ts';
import { add, money, negate, printMoney, subtract, sum, ZERO } from '../values/money.ts';
import { leftOver } from '../values/residue.ts';
import { claimsOfBills, unbilledPrefix } from './billing.ts';
import { ofCreditor, owedPrefixes } from './costs/owed-before.ts';
import { takenLines } from './ordered-lines.ts';
import {
  AllowanceBody,
  type AllowanceInput,
  ApplyCostBody,
  type ApplyCostInput,
  BillBody,
  type BillInput,
  CloseBody,
  type CloseInput,
  CompleteBody,
  type CompleteInput,
  ModifySalePriceBody,
  type ModifySalePriceInput,
  PURCHASE_HELD,
  PurchaseBody,
  type PurchaseInput,
  ReceiveBody,
  type ReceiveInput,
  WithdrawCostBody,
  type WithdrawCostInput,
} from './purchase.schema.ts';
import { isComplete, type PurchaseCommand, possible, purchase } from './purchase.ts';
import { PURCHASE, type Purchase, type PurchaseEvent, type SalePrices } from './purchase-events.ts';
import { isBilled, PURCHASE_ORDER, type PurchaseOrderState } from './purchase-order.ts';
import type { MadePurchase, OpenAdvance } from './purchase-order-state.ts';
import { partsOfPurchase } from './purchase-parts.ts';
import type { CompletePurchase, PurchaseState } from './purchase-state.ts';
import { amendedItems } from './sale-prices.ts';

export const purchaseDocument = declareDocument<PurchaseState, PurchaseCommand, PurchaseEvent>()({
  kind: PURCHASE,
  resource: 'purchases',
  folder: 'purchasing',
  holds: 'purchase',
  decider: purchase,
  body: PurchaseBody,
  papers: PURCHASE_PAPERS,
  held: PURCHASE_HELD,
  carriedAt: 'out',
  owed: { returns: 'purchase_return', origin: 'purchase_fk' },
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
    /** The bill posts the debt for goods that were received before it. */
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
    /** Whoever may enter a later cost may enter what the supplier allows, and take either back. */
    apply_allowance: {
      permission: 'apply_cost',
      body: AllowanceBody,
      reasoned: true,
      command: (body: AllowanceInput) => ({ type: 'apply_allowance', input: body }),
    },
    withdraw_cost: {
      permission: 'apply_cost',
      body: WithdrawCostBody,
      reasoned: true,
      command: (body: WithdrawCostInput) => ({ type: 'withdraw_cost', ...body }),
    },
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    close: { permission: 'close', body: CloseBody, command: (input: CloseInput) => ({ type: 'close', input }) },
    open: reasoned('unclose', 'open'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'purchase.drafted': NOTHING,
    'purchase.draft_changed': NOTHING,
    'purchase.discarded': NOTHING,
    'purchase.completed': { does: 'post', post: postCompleted, rule: RULES.purchase },
    'purchase.received': { does: 'post', post: postReceived, rule: RULES.purchase },
    'purchase.received_unbilled': { does: 'post', post: postUnbilledReceipt, rule: RULES.unbilledReceipt },
    'purchase.billed': { does: 'post', post: postBill, rule: RULES.bill },
    'purchase.sale_prices_set': NOTHING,
    'purchase.cost_applied': { does: 'post', post: postAppliedCost, rule: RULES.appliedCost },
    'purchase.cost_entered': { does: 'post', post: postEnteredCost, rule: RULES.enteredCost },
    'purchase.cost_shared': { does: 'post', post: postSharedCost, rule: RULES.sharedCost },
    'purchase.cost_withdrawn': {
      does: 'reverse',
      of: ['purchase.cost_applied', 'purchase.cost_entered'],
      part: costIdIn,
      settled: 'cost_was_paid',
    },
    'purchase.returned_to_draft': REVERSE,
    'purchase.closed': NOTHING,
    'purchase.opened': NOTHING,
  },
  postingsOf: (state, stream) => (isComplete(state) ? postings(state, stream) : []),
  ownParts: (state) => (isComplete(state) ? partsOfPurchase(state) : undefined),
  numbered: {
    event: 'purchase.completed',
    prefix: 'P-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.purchase),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.purchase.outlet_fk, inventory: state.purchase.inventory_fk },
  reversalRefusals: REVERSAL_REFUSALS,
  creates: (commands, before) =>
    makesPayment(SUPPLIER_SIDE, commands, before.status === 'draft' ? before.purchase : undefined),
  openItems: (input) =>
    input['purchase_order_fk'] && input['supplier_fk'] && input['currency_fk']
      ? { party: `supplier-${input['supplier_fk']}`, currency: Number(input['currency_fk']) }
      : undefined,
  claims: claimsOfBills,
  levels: (input, own, stream) =>
    own['costs'] === undefined
      ? []
      : [
          unbilledPrefix(stream),
          ...(input['cost_id'] && input['currency_fk']
            ? [ofCreditor(laterDebt({ ...input, supplier_fk: input['supplier_fk'] ?? own['supplier_fk'] }))]
            : []),
          ...owedPrefixes(own as unknown as Purchase, input['cost_type'] === undefined ? undefined : laterDebt(input)),
          returnedPrefix(stream),
        ],
  sideEffects: (events, after, stream, context) => [
    ...events.flatMap((event) =>
      event.type === 'purchase.sale_prices_set' ? itemsWith(event.data, context.facts) : [],
    ),
    ...orderOf(events, after, stream, context),
    ...paymentFor(events, after, stream, context),
  ],
});

const laterDebt = (input: Readonly<Record<string, unknown>>) => ({
  supplier_fk: typeof input['supplier_fk'] === 'number' ? input['supplier_fk'] : null,
  currency_fk: Number(input['currency_fk']),
  payment_type: 'on_account' as const,
});

/** The commands on the immediate payment: entered with the purchase, and reversed with it. */
function paymentFor(
  events: readonly PurchaseEvent[],
  after: PurchaseState,
  stream: string,
  { before, facts }: { readonly before: PurchaseState; readonly facts: Facts },
): Following[] {
  return events.flatMap((event) => {
    if (event.type === 'purchase.returned_to_draft') {
      const paid = isComplete(before) ? before.supplier_transaction_fk : undefined;
      return reversePayment(SUPPLIER_SIDE, paid, event.data.reason, facts);
    }
    if (event.type !== 'purchase.completed' || !isComplete(after)) return [];
    const { supplier_transaction_fk: id, purchase } = after;
    if (id === undefined || purchase.supplier_fk === null) return [];
    return [enterPayment(SUPPLIER_SIDE, id, purchase, purchase.supplier_fk, stream, postings(after, stream))];
  });
}

/**
 * The commands on the purchase order: it records the purchased quantities, and its advance payments settle the
 * purchase's debt.
 */
function orderOf(
  events: readonly PurchaseEvent[],
  after: PurchaseState,
  stream: string,
  { before, facts }: { readonly before: PurchaseState; readonly facts: Facts },
): Following[] {
  if (after.status === 'none' || after.purchase.purchase_order_fk === undefined) return [];
  const purchase_fk = Number(stream.slice(PURCHASE.length + 1));
  const order = { kind: PURCHASE_ORDER, id: after.purchase.purchase_order_fk, existing: true } as const;
  if (events.some((event) => event.type === 'purchase.returned_to_draft')) {
    return [{ ...order, commands: [{ type: 'take_back_purchase', purchase_fk }] }];
  }
  const last = events.findLast((event) => TAKES_FROM_ITS_ORDER.has(event.type));
  if (!last || !isComplete(after)) return [];
  const { date, time } = last.data as Pick<Purchase, 'date' | 'time'>;
  const { outlet_fk, supplier_fk } = after.purchase;
  const of = { purchase_fk, outlet_fk, supplier_fk, date, time };
  const made = { ...of, lines: takenLines(after.purchase), open: openOn(stream, before, after, facts) };
  return [{ ...order, commands: [{ type: 'purchase', made }] }];
}

const TAKES_FROM_ITS_ORDER: ReadonlySet<string> = new Set([
  'purchase.completed',
  'purchase.received',
  'purchase.billed',
]);

/** The open amount of the purchase with its supplier, in the order's currency, after the events. */
function openOn(
  stream: string,
  before: PurchaseState,
  { purchase, ...after }: CompletePurchase,
  facts: Facts,
): MadePurchase['open'] {
  const order = facts.document<PurchaseOrderState>(PURCHASE_ORDER, purchase.purchase_order_fk ?? 0);
  const same = order && isBilled(order) && order.order.currency_fk === purchase.currency_fk;
  if (!same) return null;
  const openedIn = (state: PurchaseState) =>
    sum(
      (isComplete(state) ? postings(state, stream) : [])
        .flatMap((posting) => posting.openItems)
        .filter((item) => item.party === `supplier-${purchase.supplier_fk}` && item.currency === purchase.currency_fk)
        .map((item) => item.amount),
    );
  // A later cost of the same supplier is open on a day of its own.
  const known = facts.openItems.find((item) => item.document === stream && item.date === purchase.date);
  const added = subtract(openedIn({ purchase, ...after }), openedIn(before));
  const amount = add(money(known?.amount ?? '0'), added);
  const ofOrder = `${PURCHASE_ORDER}-${purchase.purchase_order_fk}`;
  const advances = facts.openItems.filter(({ document }) => document === ofOrder);
  const { date, rate, outlet_fk: outlet, currency_fk } = purchase;
  if (amount <= 0n) return null;
  const open = { date, amount: printMoney(amount), rate, outlet };
  return { ...open, advances: advances.map((item) => openAdvance(item, currency_fk)) };
}

function openAdvance(item: OpenItem, currency: number): OpenAdvance {
  const left = negate(leftOver(item, currency));
  const advance = { date: item.date, amount: printMoney(negate(money(item.amount))) };
  return left === ZERO ? advance : { ...advance, left_over: printMoney(left) };
}

function itemsWith(prices: SalePrices, facts: Facts): Following[] {
  return amendedItems(prices, facts).map(({ id, item_units }) => ({
    kind: 'item',
    id,
    existing: true,
    commands: [{ type: 'amend', changed: { item_units } }],
  }));
}

/** The number of the cost that an event is about. */
function costIdIn(data: unknown): unknown {
  const { cost_id, cost } = membersOf(data);
  return cost_id ?? membersOf(cost)['cost_id'];
}

function postings(state: CompletePurchase, stream: string) {
  const { purchase, receipts, applied, entered = [], shared = [], before_bill = [], bills = [] } = state;
  return [
    ...(purchase.is_paid_before ? [postMoney(purchase)] : []),
    ...receipts.map((receipt) => {
      const post = before_bill.includes(receipt.receipt) ? postUnbilledReceipt : postReceived;
      return post({ ...receipt, purchase }, stream);
    }),
    ...bills.map((bill) => postBill({ ...bill, purchase }, stream)),
    ...applied.map((appliedCost) => postAppliedCost(appliedCost, stream)),
    ...entered.flatMap((enteredCost) => postEnteredCost(enteredCost, stream) ?? []),
    ...shared.map(postSharedCost),
  ];
}
