/** Bodies of the commands of a receipt of the till, as the API takes them. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Note, OneOf, RateField, Reference } from '../kernel/fields.schema.ts';
import { HELD_OF_PRICED_LINE, type Held } from '../kernel/held.schema.ts';
import { fields, list, object } from '../kernel/held-fields.schema.ts';
import { DATED } from '../kernel/paid-fields.schema.ts';
import { DiscountBody, lineFields } from '../sales/sale.schema.ts';

export const PosPaymentBody = Body({
  method: OneOf(['cash', 'app', 'credit']),
  /** What is handed over, in its own currency. */
  amount: Amount(),
  /** Cash only: the account of the drawer that takes it, which says the currency. */
  account_fk: Maybe(Reference('cashes')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
});

export const PosSaleBody = Body({
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  drawer_fk: Reference('closing_drawers'),
  /** Required where something is on credit. */
  customer_fk: Maybe(Reference('customers')),
  ...DATED,
  discount: Maybe(DiscountBody),
  lines: Type.Array(Body(lineFields), { maxItems: 2000 }),
  /** Empty while the receipt is held. */
  payments: Maybe(Type.Array(PosPaymentBody, { maxItems: 20 })),
  /** The receipt that was refunded and is sold again with this one. */
  replaces_fk: Maybe(Reference('pos_sales')),
  note: Maybe(Note()),
  /** `complete` enters and completes in one command; else the receipt is held. */
  status: Type.Optional(OneOf(['hold', 'complete'])),
});
export type PosSaleInput = Static<typeof PosSaleBody>;

/** A receipt is refunded whole, out of the drawer that is open now. */
export const RefundBody = Body({
  drawer_fk: Reference('closing_drawers'),
  ...DATED,
  reason: Note({ minLength: 1 }),
});
export type RefundInput = Static<typeof RefundBody>;

/** What its answers hold besides. */
export const POS_SALE_HELD: Held = {
  data: fields(
    `currency_fk delivery_charge rounding_step change_amount change_account_fk change_account_type is_late`,
    { payments: list('currency_fk account_type'), lines: list(HELD_OF_PRICED_LINE) },
  ),
  since: (receipt) => ({ refund: object('drawer_fk date time account_fk account_type reason', { receipt }) }),
};
