/** Bodies of the sale's commands, as the API accepts them. Absent fields of a change remain unchanged. */

import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  DateField,
  ExactAmount,
  Maybe,
  Note,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  Text,
  TimeField,
} from '../schemas/fields.schema.ts';
import { HELD_OF_COST, HELD_OF_PRICED_LINE, type Held, heldQuantities } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';
import { COUNTED_LINE, costFields, DiscountBody, LineId, ROUNDED } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, ENTERED, NOTED, TRADED } from '../schemas/paid-fields.schema.ts';
import { RECEIVED_TYPES } from './received-type.ts';

/** Transport and other costs: expenses of the business, each with its supplier, payment type and account. */
export const CostBody = Body({ cost_type: OneOf(['transport', 'other']), ...costFields });
export type Cost = Static<typeof CostBody>;

/** The fields of every priced line. */
export const lineFields = {
  line_id: Type.Optional(LineId()),
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  /** Bonus goods of the line, in the line's unit. */
  bonus_quantity: Maybe(QuantityField()),
  /** Defaults to the price of the customer's pricing list, else of the item. */
  price: Maybe(ExactAmount()),
  discount: Maybe(DiscountBody),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
};

export const SaleLineBody = Body({
  ...lineFields,
  /** The promotion that gives the bonus or the discount of the line. */
  promotion_fk: Maybe(Reference('promotions')),
  ...BATCHES_OF_LINE,
});

export const SaleBody = Body({
  ...AT_INVENTORY,
  /** Required on account; null is a walk-in customer. */
  customer_fk: Maybe(Reference('customers')),
  /** Defaults to those of the customer's record; null means none. */
  customer_mobile: Maybe(Text(40)),
  customer_address: Maybe(Text(140)),
  /** `at_once` counts as delivered on completion; `brought` requires an address. */
  received_type: Maybe(OneOf(RECEIVED_TYPES)),
  ...TRADED,
  discount: Maybe(DiscountBody),
  ...ROUNDED,
  delivery_charge: Maybe(Amount()),
  /** The salesman who earns a commission on it. */
  salesman_fk: Maybe(Reference('salesmen')),
  /** Promotions that reward the whole sale; those of single lines are in the lines. */
  promotions: Type.Optional(Type.Array(Body({ promotion_fk: Reference('promotions') }), { maxItems: 20 })),
  costs: Type.Optional(Type.Array(CostBody, { maxItems: 20 })),
  ...NOTED,
  lines: Type.Array(SaleLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type SaleInput = Static<typeof SaleBody>;

export const SalesmanSaleBody = Body({ ...SaleBody.properties, salesman_fk: Reference('salesmen') });

/** Quantities are cumulative, which makes the command idempotent. The day defaults to today. */
export const DeliverBody = Body({
  date: Maybe(DateField()),
  time: Maybe(TimeField()),
  /** The employee who delivered it. */
  driver_fk: Maybe(Reference('users')),
  lines: Type.Array(Body(COUNTED_LINE), { minItems: 1, maxItems: 2000 }),
});
export type DeliverInput = Static<typeof DeliverBody>;

const LEAVES = object('outlet_fk inventory_fk system_currency_fk', {
  lines: list('line_id item_fk quantity', { of_batches: list('batch_number expire_date quantity') }),
});

/** Fields that answers contain beyond the body. */
export const SALE_HELD: Held = {
  data: fields(
    `payment_terms_days account_type rounding_step quotation_fk free_goods_cost paid_amount paid_currency_fk
    awaits_delivery`,
    {
      costs: list(HELD_OF_COST),
      promotions: list('reward_type times amount'),
      lines: list(HELD_OF_PRICED_LINE),
    },
  ),
  since: () => ({
    delivered: heldQuantities(),
    deliveries: list('date time driver_fk', { lines: heldQuantities(), leaves: LEAVES }),
    undelivered_returns: list('sale_return_fk date time', { lines: heldQuantities(), leaves: LEAVES }),
    ...fields('customer_transaction_fk'),
  }),
};
