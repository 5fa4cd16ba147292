/** Bodies of the commands of a receipt of the till, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { SaleLineBody } from '../../sales/sale.schema.ts';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  Maybe,
  Note,
  OneOf,
  QuantityField,
  RateField,
  Reference,
  ReferenceNumber,
} from '../../schemas/fields.schema.ts';
import { HELD_OF_PRICED_LINE, type Held, MOVED_BATCHES, NAMED_BATCHES } from '../../schemas/held.schema.ts';
import { fields, list, object } from '../../schemas/held-fields.schema.ts';
import { DiscountBody, LineId } from '../../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED } from '../../schemas/paid-fields.schema.ts';
import { HELD_BY_DEVICE, HELD_ENTRIES, HELD_REMOVED } from '../device-held.schema.ts';

export const PosPaymentBody = Body({
  method: OneOf(['cash', 'app', 'credit']),
  /** Amount received, in its own currency. */
  amount: Amount(),
  /** Only for cash: the receiving account of the drawer, which determines the currency. */
  account_fk: Maybe(Reference('cashes')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  /** Only for the payment app. */
  reference_number: Maybe(ReferenceNumber()),
});

export const PosSaleBody = Body({
  ...AT_INVENTORY,
  drawer_fk: Reference('closing_drawers'),
  /** Required for a sale on credit. */
  customer_fk: Maybe(Reference('customers')),
  ...DATED,
  discount: Maybe(DiscountBody),
  lines: Type.Array(SaleLineBody, { maxItems: 2000 }),
  /** Promotions that reward the whole receipt; those of single lines are in the lines. */
  promotions: Type.Optional(Type.Array(Body({ promotion_fk: Reference('promotions') }), { maxItems: 20 })),
  /** Empty while the receipt is held. */
  payments: Maybe(Type.Array(PosPaymentBody, { maxItems: 20 })),
  /** The receipt that this one replaces: refunded before, or together with it. */
  replaces_fk: Maybe(Reference('pos_sales')),
  /**
   * The reason for correcting the replaced receipt: its rest is refunded together with this one, from the same drawer.
   */
  reason: Maybe(Note()),
  note: Maybe(Note()),
  /**
   * `complete` enters and completes in one command, `hold` (the default) holds the receipt. `return` is for goods
   * returned without a receipt: the payments are the refund, and the note is the reason.
   */
  status: Type.Optional(OneOf(['hold', 'complete', 'return'])),
});
export type PosSaleInput = Static<typeof PosSaleBody>;

/** Refunds from the open drawer: the whole receipt, its rest, or the named lines. */
export const RefundBody = Body({
  drawer_fk: Reference('closing_drawers'),
  ...DATED,
  lines: Type.Optional(
    Type.Array(
      Body({
        line_id: LineId(),
        quantity: QuantityField(),
        bonus_quantity: Maybe(QuantityField()),
        /** Another unit of the item than that of the receipt; both are entered then. */
        item_fk: Type.Optional(Reference('items')),
        unit_fk: Type.Optional(Reference('units')),
        /** Of the batches that are left of the line, those that come back; default the next ones. */
        ...BATCHES_OF_LINE,
      }),
      { minItems: 1, maxItems: 2000 },
    ),
  ),
  /** The ways of refunding; defaults to credit first, then app, then cash. */
  payments: Type.Optional(Type.Array(PosPaymentBody, { maxItems: 20 })),
  reason: Note({ minLength: 1 }),
});
export type RefundInput = Static<typeof RefundBody>;

const REFUNDED_LINE = 'line_id item_fk item_type unit_fk unit_factor quantity bonus_quantity price gross_amount';
const PAYMENT = 'method amount currency_fk rate_fk rate account_fk account_type reference_number';
/** Payments of a till: an amount of an exchange, which no money moves for. */
const EXCHANGED = { is_exchanged: Type.Optional(Type.Boolean()) };

/** Fields that answers contain beyond the body. */
export const POS_SALE_HELD: Held = {
  data: fields(
    `currency_fk delivery_charge rounding_step change_amount change_account_fk change_account_type is_late
    printed_total free_goods_cost due_date payment_terms_days`,
    {
      payments: list('currency_fk account_type', EXCHANGED),
      promotions: list('promotion_fk reward_type times amount'),
      lines: list(`${HELD_OF_PRICED_LINE} gross_amount discount_amount tax_amount tax_percent`),
      ...HELD_REMOVED,
      ...HELD_BY_DEVICE,
    },
  ),
  since: (receipt) => ({
    refund: object('drawer_fk date time account_fk account_type reason', { receipt, ...MOVED_BATCHES }),
    refunds: list(
      `refund_id outlet_fk inventory_fk drawer_fk customer_fk date time currency_fk system_currency_fk decimals sale_date
      number reason is_late free_goods_cost`,
      {
        lines: list(`${REFUNDED_LINE} discount_amount tax_amount tax_percent`, NAMED_BATCHES),
        payments: list(PAYMENT, EXCHANGED),
        ...MOVED_BATCHES,
        ...HELD_BY_DEVICE,
      },
    ),
    entries: Type.Optional(HELD_ENTRIES),
  }),
};
