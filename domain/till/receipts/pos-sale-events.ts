/** The stored events of a receipt of the till. */

import type { DomainEvent } from '../../deciding/event.ts';
import type { FreeGoods } from '../../pricing/free-goods.ts';
import type { Discount } from '../../pricing/totals.ts';
import type { AppliedPromotion, SaleLine } from '../../sales/sale-events.ts';
import type { MovesBatches, NamesBatches } from '../../values/batch.ts';
import type { DueDay } from '../../values/due-day.ts';
import type { ByDevice, Review } from '../device-mark.ts';
import type { WithRemoved } from '../removed-lines.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/**
 * `account_fk` is an account of the drawer, null for payments other than cash; the rate is null in the system
 * currency.
 */
export interface PosPayment {
  readonly method: 'cash' | 'app' | 'credit';
  readonly amount: string;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  /** Only for the payment app; absent when not entered. */
  readonly reference_number?: string;
  /** In an exchange: the refund's amount is tendered for the receipt sold in its place; absent otherwise. */
  readonly is_exchanged?: true;
}

/** Goods that are sold or returned at an open drawer. */
interface AtDrawer extends ByDevice, MovesBatches, FreeGoods {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly drawer_fk: number;
  readonly customer_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  /** Prices are in the system currency, whatever the currency of the payments. */
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  /** Decimals of the system currency; absent in receipts from before this field. */
  readonly decimals?: number;
}

/** What is sold on credit has a due day. */
export interface PosSale extends AtDrawer, WithRemoved, DueDay {
  readonly discount: Discount | null;
  readonly delivery_charge: null;
  readonly rounding_step: string | null;
  readonly replaces_fk: number | null;
  /**
   * The reason for correcting the replaced receipt, which is refunded with this one; absent when it was refunded
   * before.
   */
  readonly reason?: string;
  readonly note: string | null;
  readonly payments: readonly PosPayment[];
  /** Change in the system currency from the drawer's account; null while held. */
  readonly change_amount: string | null;
  readonly change_account_fk: number | null;
  readonly change_account_type: number | null;
  /** True when the receipt arrived after the drawer was closed: its cash was counted already. */
  readonly is_late: boolean;
  readonly lines: readonly SaleLine[];
  /** Results of its promotions. */
  readonly promotions?: readonly AppliedPromotion[];
  /**
   * The printed total of a till, when it differs from the lines: that amount was paid, and the difference is rounding.
   */
  readonly printed_total?: string;
}

export interface Refund extends MovesBatches {
  readonly drawer_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
  readonly reason: string;
  readonly receipt: PosSale;
}

/**
 * Returned goods of a line with their paid amounts: shares of all discounts and of the tax. Goods without a receipt name
 * their batches; others may name some of the receipt's, and default to the next ones.
 */
export interface RefundedLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly item_fk: number;
  readonly item_type: 'goods' | 'service';
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
  /** Percentage of the tax; absent when there was none. */
  readonly tax_percent?: string;
}

/** Returned goods and refunded money, at the open drawer. */
interface GivenBack extends AtDrawer {
  readonly lines: readonly RefundedLine[];
  /** The ways of refunding. */
  readonly payments: readonly PosPayment[];
  readonly reason: string;
  /** As in PosSale. */
  readonly is_late: boolean;
}

/** A refund of some lines of a receipt, or of a part of a line. */
export interface PartRefund extends GivenBack {
  /** Number of the refund within the receipt: 1, 2, 3 … */
  readonly refund_id: number;
  /** Day of the receipt, under which a sale on credit is open. */
  readonly sale_date: string;
  /** Number printed by a till; null when nothing was printed. */
  readonly number: string | null;
}

/** Goods returned without a receipt: a separate document. */
export interface PosReturn extends GivenBack {
  readonly rounding_step: null;
}

export type PosSaleEvent =
  | DomainEvent<'pos_sale.held', PosSale>
  | DomainEvent<'pos_sale.held_again', PosSale>
  | DomainEvent<'pos_sale.discarded', Record<string, never>>
  | DomainEvent<'pos_sale.completed', PosSale & { readonly number: string | null }>
  | DomainEvent<'pos_sale.refunded', Refund>
  | DomainEvent<'pos_sale.part_refunded', PartRefund>
  | DomainEvent<'pos_sale.returned', PosReturn & { readonly number: string | null }>
  | DomainEvent<'pos_sale.reviewed', Review>;
