/** Bodies of the purchase's commands, as the API accepts them. */

import { type Static, Type } from 'typebox';
import { BATCH_OF_LINE, BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  DateField,
  ExactAmount,
  Id,
  Maybe,
  Note,
  Nullable,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  ReferenceNumber,
  RequiredNote,
  SignedAmount,
  TimeField,
} from '../schemas/fields.schema.ts';
import { HELD_OF_COST, type Held, heldQuantities, heldReceipts } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';
import { COUNTED_LINE, costFields, DiscountBody, LineId, ROUNDED } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DUE, ENTERED, NOTED, TRADED } from '../schemas/paid-fields.schema.ts';

const CostId = () => Id({ maximum: 40 });

/** The basis for sharing a cost over the lines; with `hand` every share is entered. */
const sharing = {
  share_by: Type.Optional(OneOf(['value', 'quantity', 'weight', 'volume', 'hand'])),
  shares: Type.Optional(Type.Array(Body({ line_id: LineId(), amount: Amount() }), { maxItems: 2000 })),
};
export const CostType = () => OneOf(['freight', 'customs', 'transport', 'insurance', 'other']);

/** Landed costs (freight, customs and others), each with its own supplier, payment type and account. */
export const PurchaseCostBody = Body({
  cost_id: Type.Optional(CostId()),
  cost_type: CostType(),
  ...costFields,
  ...sharing,
});
export type PurchaseCostInput = Static<typeof PurchaseCostBody>;

export const PurchaseLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** Line number in the purchase order. */
  order_line_id: Maybe(LineId()),
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  /** Bonus goods of the line, in the line's unit. */
  bonus_quantity: Maybe(QuantityField()),
  price: ExactAmount(),
  discount: Maybe(DiscountBody),
  /** Provides the default percentage, and whether the tax is recoverable. */
  tax_fk: Maybe(Reference('taxes')),
  tax_percent: Maybe(Percent()),
  ...BATCH_OF_LINE,
  /** Several batches, or the serial numbers of the pieces, instead of one batch. */
  ...BATCHES_OF_LINE,
  note: Maybe(Note()),
});

export const PurchaseBody = Body({
  ...AT_INVENTORY,
  /** The purchase order that this purchase is a part of; outlet and supplier must be the same. */
  purchase_order_fk: Maybe(Reference('purchase_orders')),
  /** Required on account. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...TRADED,
  discount: Maybe(DiscountBody),
  ...ROUNDED,
  costs: Type.Optional(Type.Array(PurchaseCostBody, { maxItems: 20 })),
  /** Reference number of the supplier, and a note. */
  ...NOTED,
  lines: Type.Array(PurchaseLineBody, { maxItems: 2000 }),
  ...ENTERED,
  /** With `complete`: true (the default) receives the goods at once. */
  receive: Type.Optional(Type.Boolean()),
});
export type PurchaseInput = Static<typeof PurchaseBody>;

export const CompleteBody = Body({ receive: Type.Optional(Type.Boolean()) });
export type CompleteInput = Static<typeof CompleteBody>;

/**
 * Quantities are cumulative, including bonus, which makes the command idempotent; without lines everything is
 * received. `batches` are those that come now, several a line; they default to the batch of the purchase's line.
 */
export const ReceiveBody = Body({
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  /** False when the goods arrive before the supplier's bill. */
  billed: Type.Optional(Type.Boolean()),
  lines: Type.Optional(Type.Array(Body({ ...COUNTED_LINE, ...BATCHES_OF_LINE }), { minItems: 1, maxItems: 2000 })),
});
export type ReceiveInput = Static<typeof ReceiveBody>;

/**
 * A later cost. Its number within the purchase makes the command idempotent; its money or debt is of its own day, which
 * is today when left out.
 */
export const ApplyCostBody = Body({
  cost_id: CostId(),
  cost_type: CostType(),
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  ...DUE,
  ...costFields,
  ...sharing,
});
export type ApplyCostInput = Static<typeof ApplyCostBody>;

const { note: _, ...PAID_COST } = costFields;

/**
 * A supplier's allowance for goods of the purchase, with its amount above zero and a number among its costs. The supplier
 * is that of the purchase when left out.
 */
export const AllowanceBody = Body({
  cost_id: CostId(),
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  ...PAID_COST,
  ...sharing,
  reason: RequiredNote(),
});
export type AllowanceInput = Static<typeof AllowanceBody>;

/** Takes back a later cost by its number. */
export const WithdrawCostBody = Body({ cost_id: Id({ maximum: 999 }), reason: RequiredNote() });
export type WithdrawCostInput = Static<typeof WithdrawCostBody>;

/**
 * Closes the rest. The day is that of the rest of costs that becomes owed: today when it is left out, and none where nothing
 * becomes owed.
 */
export const CloseBody = Body({ date: Maybe(DateField()) });
export type CloseInput = Static<typeof CloseBody>;

/** The bill for all earlier unbilled receipts. A line that is left out has the price of the purchase. */
export const BillBody = Body({
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  /** When the bill is due; defaults to the purchase's days until it is due, from the day of the bill on. */
  ...DUE,
  reference_number: Maybe(ReferenceNumber()),
  lines: Type.Optional(Type.Array(Body({ line_id: LineId(), price: ExactAmount() }), { maxItems: 2000 })),
});
export type BillInput = Static<typeof BillBody>;

/**
 * New sale prices of units of the purchase's items, in the currency of the item's prices, with the rule that they were
 * calculated by.
 */
export const ModifySalePriceBody = Body({
  round_to: Maybe(ExactAmount()),
  prices: Type.Array(
    Body({
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      sale_price: ExactAmount(),
      desired_profit: Maybe(SignedAmount({ 'x-exact': true })),
      profit_rate: Maybe(SignedAmount({ 'x-exact': true })),
    }),
    { minItems: 1, maxItems: 2000 },
  ),
});
export type ModifySalePriceInput = Static<typeof ModifySalePriceBody>;

const OF_COST = `cost_id cost_type amount currency_fk decimals rate_fk rate payment_type supplier_fk account_fk account_type
  paid_amount paid_currency_fk paid_rate money_amount note share_by`;
const OWED_BEFORE = list('supplier_fk currency_fk amount');
const OF_RECEIPT = { ...fields('is_posted_as_owed'), owed_before: OWED_BEFORE };

/** Fields that answers contain beyond the body. */
export const PURCHASE_HELD: Held = {
  data: fields('payment_terms_days account_type paid_amount paid_currency_fk is_paid_before', {
    costs: list(HELD_OF_COST),
    lines: list('unit_factor unit_weight unit_volume tax_recoverable'),
  }),
  since: () => ({
    receipts: heldReceipts(OF_RECEIPT),
    applied: list('outlet_fk inventory_fk system_currency_fk purchase_date receipt date time', {
      cost: object(OF_COST, { shares: list('line_id amount') }),
      shares: list('line_id amount item_fk'),
      owed_before: OWED_BEFORE,
    }),
    entered: list(
      `outlet_fk system_currency_fk date time due_date payment_terms_days true_date landed_cost_fk rest_of_cost_id purchase_date
      open_amount settled_amount`,
      {
        cost: object(OF_COST, { shares: list('line_id amount') }),
        owed_before: OWED_BEFORE,
      },
    ),
    shared: list('outlet_fk inventory_fk system_currency_fk receipt turn date time receipt_date true_date', {
      costs: list('cost_id currency_fk rate_fk rate before', { shares: list('line_id amount item_fk') }),
    }),
    withdrawn: Nullable(Type.Array(Type.Integer())),
    before_bill: Nullable(Type.Array(Type.Integer())),
    bills: list('date time due_date payment_terms_days reference_number', {
      receipts: heldReceipts(OF_RECEIPT),
      returned: heldQuantities(),
      prices: list('line_id price'),
      owed_before: OWED_BEFORE,
    }),
    billed_lines: list('line_id price gross_amount discount_amount tax_amount'),
    ...fields('supplier_transaction_fk'),
  }),
};
