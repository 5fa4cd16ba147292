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
} from '../../schemas/fields.schema.ts';
import { HELD_OF_COST, HELD_OF_PRICED_LINE, type Held, heldCopy, MOVED_BATCHES } from '../../schemas/held.schema.ts';
import { fields, list, object } from '../../schemas/held-fields.schema.ts';
import { DUE, OTHER_MONEY, PAID_THROUGH } from '../../schemas/paid-fields.schema.ts';
import { SALE_HELD, SaleBody } from '../sale.schema.ts';

// These fields are omitted: an order has a prepayment instead of an immediate payment, and is due from its delivery on.
const {
  status: _status,
  paid_now: _paid,
  paid_account_fk: _account,
  paid_rate: _rate,
  money_amount: _money,
  paid_bank_fee: _fee,
  paid_expense_type_fk: _expense,
  due_date: _due,
  ...ordered
} = SaleBody.properties;

/** The body of a sale; the payment terms are agreed in the order and settled on delivery. */
export const OnlineOrderBody = Body({
  ...ordered,
  /** The customer of the application; mobile, address, customer account and delivery charge default to theirs. */
  online_customer_fk: Maybe(Reference('online_customers')),
  /** The delivery charge defaults to that of the zone, else of the settings. */
  delivery_zone_fk: Maybe(Reference('delivery_zones')),
  /** The employee who delivers it. */
  driver_fk: Maybe(Reference('users')),
  /** A payment with the order: its amount is in the currency of the order, its account in that or the other one. */
  prepayment: Maybe(Body({ amount: Amount(), account_fk: Reference('cashes'), ...OTHER_MONEY })),
});
export type OnlineOrderInput = Static<typeof OnlineOrderBody>;

/** Promised delivery time in minutes: defaults to that of the zone, else of the application's settings. */
export const ConfirmBody = Body({ accepted_minutes: Maybe(Type.Integer({ minimum: 1, maximum: 100_000 })) });
export type ConfirmInput = Static<typeof ConfirmBody>;

/** The driver of a confirmed order; null removes the driver. */
export const GiveToDriverBody = Body({ driver_fk: Nullable(Reference('users')) });
export type GiveToDriverInput = Static<typeof GiveToDriverBody>;

/** Defaults: today, and the terms of the order. */
export const DeliverOrderBody = Body({
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  payment_type: Type.Optional(OneOf(['cash', 'on_account'])),
  ...DUE,
  ...PAID_THROUGH,
});
export type DeliverOrderInput = Static<typeof DeliverOrderBody>;

export const CancelBody = Body({
  reason: Nullable(Note({ minLength: 1 })),
  /** The message to the customer. */
  order_cancellation_message_fk: Maybe(Reference('order_cancellation_messages')),
});
export type CancelInput = Static<typeof CancelBody>;

/** Fields that answers contain beyond the body. */
export const ONLINE_ORDER_HELD: Held = {
  data: fields(
    `due_date payment_terms_days account_type rounding_step free_goods_cost is_as_placed paid_currency_fk paid_amount
    paid_rate money_amount`,
    {
      costs: list(HELD_OF_COST),
      promotions: list('reward_type times amount'),
      lines: list(HELD_OF_PRICED_LINE),
      prepayment: object('account_type date time paid_currency_fk paid_amount'),
    },
  ),
  since: () => ({
    ...fields('reserves accepted_minutes'),
    delivery: object('', {
      sale: heldCopy({ body: SaleBody, held: SALE_HELD }),
      prepaid: object('amount date'),
      ...MOVED_BATCHES,
    }),
    cancelled: object('reason order_cancellation_message_fk message message_ar message_ckb', {
      refund: object('outlet_fk customer_fk currency_fk system_currency_fk rate date time', {
        prepayment: object(
          'amount account_fk account_type date time paid_currency_fk paid_amount paid_rate money_amount',
        ),
      }),
    }),
  }),
};
