/** Bodies of the purchase order's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
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
  RateField,
  Reference,
  TimeField,
} from '../schemas/fields.schema.ts';
import { HELD_ALLOCATIONS, type Held, heldQuantities } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { DiscountBody, LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED, IN_CURRENCY, NOTED } from '../schemas/paid-fields.schema.ts';

export const PurchaseOrderLineBody = Body({
  line_id: Type.Optional(LineId()),
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  price: ExactAmount(),
  discount: Maybe(DiscountBody),
  tax_fk: Maybe(Reference('taxes')),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const PurchaseOrderBody = Body({
  ...AT_INVENTORY,
  supplier_fk: Reference('suppliers'),
  /** The order date. */
  ...DATED,
  /** The expected day of receipt. */
  received_date: Maybe(DateField()),
  ...IN_CURRENCY,
  discount: Maybe(DiscountBody),
  ...NOTED,
  lines: Type.Array(PurchaseOrderLineBody, { maxItems: 2000 }),
  /** `bill` enters and bills in one command. */
  status: Type.Optional(OneOf(['draft', 'bill'])),
});
export type PurchaseOrderInput = Static<typeof PurchaseOrderBody>;

const PaymentId = () => Id({ maximum: 900 });

/**
 * An advance payment. Its number within the order makes the command idempotent. Its rate is that of its day, unless the
 * order was paid before on that day. The account may be in the other one of dinar and dollar: the rate says how much of
 * its money the amount is.
 */
export const PayBody = Body({
  payment_id: PaymentId(),
  amount: Amount(),
  account_fk: Reference('cashes'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
});
export type PayInput = Static<typeof PayBody>;

/** Without a day, the payment is taken back on its own; with a later one, it stays in the books until then. */
export const ReversePaymentBody = Body({
  payment_id: PaymentId(),
  reason: Nullable(Note({ minLength: 1 })),
  date: Maybe(DateField()),
});
export type ReversePaymentInput = Static<typeof ReversePaymentBody>;

/** Fields that answers contain beyond the body. */
export const PURCHASE_ORDER_HELD: Held = {
  data: fields('', { lines: list('unit_factor bonus_quantity') }),
  since: () => ({
    ...fields('closed_by'),
    payments: list(
      `payment_id outlet_fk supplier_fk currency_fk system_currency_fk rate_fk rate order_date date time amount account_fk
      account_type paid_amount paid_currency_fk paid_rate standing reversed_date`,
    ),
    purchases: list('purchase_fk', { lines: list('line_id base_quantity') }),
    allocations: HELD_ALLOCATIONS,
    delivered: heldQuantities(),
  }),
};
