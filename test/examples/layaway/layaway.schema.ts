/** Bodies of the layaway's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { ONLINE_ORDER_HELD, OnlineOrderBody } from '../../../domain/sales/orders/online-order.schema.ts';
import { lineFields, SALE_HELD, SaleBody } from '../../../domain/sales/sale.schema.ts';
import { BATCHES_OF_LINE } from '../../../domain/schemas/batch.schema.ts';
import { Amount, Body, DateField, Maybe, Reference, TimeField } from '../../../domain/schemas/fields.schema.ts';
import { type Held, heldCopy, MOVED_BATCHES } from '../../../domain/schemas/held.schema.ts';
import { fields, object, together } from '../../../domain/schemas/held-fields.schema.ts';
import { DiscountBody, ROUNDED } from '../../../domain/schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED, IN_CURRENCY, NOTED } from '../../../domain/schemas/paid-fields.schema.ts';

export const LayawayBody = Body({
  ...AT_INVENTORY,
  customer_fk: Reference('customers'),
  ...DATED,
  /** The last day on which the customer can collect the goods. */
  expire_date: DateField(),
  ...IN_CURRENCY,
  /** The deposit, in the currency of the document. */
  prepayment: Body({ amount: Amount(), account_fk: Reference('cashes') }),
  /** The deposit is kept as this income when the goods are not collected; without it the deposit is returned. */
  income_type_fk: Maybe(Reference('income_types')),
  discount: Maybe(DiscountBody),
  ...ROUNDED,
  ...NOTED,
  lines: Type.Array(Body({ ...lineFields, ...BATCHES_OF_LINE }), { maxItems: 2000 }),
});
export type LayawayInput = Static<typeof LayawayBody>;

/** Defaults: today, and the account of the deposit. */
export const CollectBody = Body({
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  /** The account into which the rest is paid. */
  account_fk: Maybe(Reference('cashes')),
});
export type CollectInput = Static<typeof CollectBody>;

/** Fields that answers contain beyond the body: those of an order. */
export const LAYAWAY_HELD: Held = {
  data: together(OnlineOrderBody.properties, ONLINE_ORDER_HELD.data ?? {}),
  since: () => ({
    ...fields('reserves'),
    delivery: object('', {
      sale: heldCopy({ body: SaleBody, held: SALE_HELD }),
      prepaid: object('amount date'),
      ...MOVED_BATCHES,
    }),
    cancelled: object('reason income_type_fk', {
      refund: object('outlet_fk customer_fk currency_fk system_currency_fk rate date time', {
        prepayment: object('amount account_fk account_type date time'),
      }),
    }),
  }),
};
