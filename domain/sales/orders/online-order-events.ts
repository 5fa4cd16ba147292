/** The stored events of an online order. */

import type { DomainEvent } from '../../deciding/event.ts';
import type { OtherMoney } from '../../documents/other-money.ts';
import type { MovesBatches } from '../../values/batch.ts';
import type { Sale } from '../sale-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** In the currency of the order and at its rate; the money of the other currency is beside it. */
export interface Prepayment extends OtherMoney {
  readonly amount: string;
  readonly account_fk: number;
  readonly account_type: number;
  readonly date: string;
  readonly time: string | null;
}

export interface OnlineOrder extends Sale {
  readonly prepayment?: Prepayment;
  readonly online_customer_fk?: number;
  readonly delivery_zone_fk?: number;
  /** The employee who delivers it. */
  readonly driver_fk?: number;
  /** True while goods, prices and discounts are those with which its customer placed it in the application. */
  readonly is_as_placed?: true;
}

export interface Confirmed {
  /** Including the results of its promotions. */
  readonly order: OnlineOrder;
  readonly accepted_minutes: number | null;
  /** True when its goods are reserved. */
  readonly reserves: boolean;
}

export interface Delivery extends MovesBatches {
  readonly sale: Sale;
  /** The part of the prepayment that is used for the payment, and the day of the prepayment. */
  readonly prepaid: { readonly amount: string; readonly date: string } | null;
}

export interface Refund
  extends Pick<Sale, 'outlet_fk' | 'customer_fk' | 'currency_fk' | 'system_currency_fk' | 'rate' | 'date' | 'time'> {
  readonly prepayment: Prepayment;
}

export interface Cancelled {
  readonly reason: string | null;
  readonly order_cancellation_message_fk: number | null;
  /** The message as the customer received it, independent of later changes of the record. */
  readonly message: string | null;
  /** The message in Arabic and in Kurdish; absent in events from before these fields, and where the record has none. */
  readonly message_ar?: string;
  readonly message_ckb?: string;
  readonly refund: Refund | null;
}

export type Reasoned = { readonly reason: string | null };

/** `number` is null until the store assigns the next one of the series. */
export type Ordered = OnlineOrder & { readonly number: string | null };

export type OnlineOrderEvent =
  | DomainEvent<'online_order.ordered', Ordered>
  | DomainEvent<'online_order.changed', OnlineOrder>
  | DomainEvent<'online_order.confirmed', Confirmed>
  | DomainEvent<'online_order.given_to_driver', { readonly driver_fk: number | null }>
  | DomainEvent<'online_order.delivered', Delivery>
  | DomainEvent<'online_order.returned_to_pending', Reasoned>
  | DomainEvent<'online_order.returned_to_confirmed', Reasoned>
  | DomainEvent<'online_order.cancelled', Cancelled>;
