/** Bodies of the commands of a receipt of the till, as the API takes them. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  RateField,
  Reference,
  TimeField,
} from '../kernel/fields.schema.ts';
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
  date: DateField(),
  time: Maybe(TimeField()),
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
  date: DateField(),
  time: Maybe(TimeField()),
  reason: Note({ minLength: 1 }),
});
export type RefundInput = Static<typeof RefundBody>;
