/** Bodies of the online order's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  Nullable,
  OneOf,
  Reference,
  TimeField,
} from '../kernel/fields.schema.ts';
import { HELD_OF_PRICED_LINE, type Held, heldCopy, MOVED_BATCHES } from '../kernel/held.schema.ts';
import { fields, list, object } from '../kernel/held-fields.schema.ts';
import { SALE_HELD, SaleBody } from './sale.schema.ts';

// It is paid in advance, not at once.
const {
  status: _status,
  paid_now: _paid,
  paid_account_fk: _account,
  paid_rate: _rate,
  ...ordered
} = SaleBody.properties;

/** What a sale says; how it is paid is what was agreed, and settled when it is delivered. */
export const OnlineOrderBody = Body({
  ...ordered,
  /** Who ordered it. What is left out of their mobile, address, customer of the books and delivery charge is found by it. */
  online_customer_fk: Maybe(Reference('online_customers')),
  delivery_zone_fk: Maybe(Reference('delivery_zones')),
  /** The employee who brings it. */
  driver_fk: Maybe(Reference('users')),
  /** Paid with the order, in its currency, into a cash account. */
  prepayment: Maybe(Body({ amount: Amount(), account_fk: Reference('cashes') })),
});
export type OnlineOrderInput = Static<typeof OnlineOrderBody>;

/** The delivery time in minutes that the customer is promised: left out, that of the zone or of the application's settings. */
export const ConfirmBody = Body({ accepted_minutes: Maybe(Type.Integer({ minimum: 1, maximum: 100_000 })) });
export type ConfirmInput = Static<typeof ConfirmBody>;

/** Who brings a confirmed order; null takes it back from the driver. */
export const GiveToDriverBody = Body({ driver_fk: Nullable(Reference('users')) });
export type GiveToDriverInput = Static<typeof GiveToDriverBody>;

/** What is not said is today, and as it was agreed in the order. */
export const DeliverOrderBody = Body({
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  payment_type: Type.Optional(OneOf(['cash', 'on_account'])),
  account_fk: Maybe(Reference('cashes')),
});
export type DeliverOrderInput = Static<typeof DeliverOrderBody>;

export const CancelBody = Body({
  reason: Nullable(Note({ minLength: 1 })),
  /** What the customer is told. */
  order_cancellation_message_fk: Maybe(Reference('order_cancellation_messages')),
});
export type CancelInput = Static<typeof CancelBody>;

/** What its answers hold besides. */
export const ONLINE_ORDER_HELD: Held = {
  data: fields('account_type rounding_step', {
    lines: list(HELD_OF_PRICED_LINE),
    prepayment: object('account_type date time'),
  }),
  since: () => ({
    ...fields('reserves accepted_minutes'),
    delivery: object('', {
      sale: heldCopy({ body: SaleBody, held: SALE_HELD }),
      prepaid: object('amount date'),
      ...MOVED_BATCHES,
    }),
    cancelled: object('reason order_cancellation_message_fk message', {
      refund: object('outlet_fk customer_fk currency_fk system_currency_fk rate date time', {
        prepayment: object('amount account_fk account_type date time'),
      }),
    }),
  }),
};
