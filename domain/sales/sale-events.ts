/** The stored events of a sale. */

import type { PaidNow } from '../debts/paid-now.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { PaidCost } from '../documents/costs.ts';
import type { SettledTerms } from '../documents/document-rules.ts';
import type { DraftStored } from '../documents/draft.ts';
import type { FreeGoods } from '../pricing/free-goods.ts';
import type { InUnit } from '../pricing/returned-quantities.ts';
import type { Discount } from '../pricing/totals.ts';
import type { BatchQuantity, MovesBatches, NamesBatches } from '../values/batch.ts';
import type { DueDay } from '../values/due-day.ts';
import type { ReceivedType } from './received-type.ts';
import type { Cost } from './sale.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface SaleLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly item_fk: number;
  readonly item_type: 'goods' | 'service';
  readonly unit_fk: number;
  /** Number of base units in one unit when the line was entered. */
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
  /** The promotion that gives the bonus or the discount of the line. */
  readonly promotion_fk?: number;
  /** Months of warranty from the day of the document, of the item when the line was entered; absent when none. */
  readonly warranty_months?: number;
  readonly note: string | null;
}

/** A promotion and its result: how often it was earned, and the credit to the customer. */
export interface AppliedPromotion {
  readonly promotion_fk: number;
  readonly reward_type: 'get_free' | 'get_discount' | 'get_amount';
  readonly times: number;
  /** The credit in the sale's currency; null for other rewards, which are stored in lines and discounts. */
  readonly amount: string | null;
}

export interface Sale extends SettledTerms, DueDay, PaidNow, MovesBatches, FreeGoods {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly customer_fk: number | null;
  /** Mobile and address of the customer; absent when not entered. */
  readonly customer_mobile?: string;
  readonly customer_address?: string;
  readonly received_type?: ReceivedType;
  /**
   * True when the goods stay in the inventory until they are delivered, and are counted with it. Absent in a draft, where
   * they are handed over with the sale, and in sales that were completed before this was kept.
   */
  readonly awaits_delivery?: true;
  readonly date: string;
  readonly time: string | null;
  readonly discount: Discount | null;
  /** A further discount amount on the total; absent when there is none. */
  readonly rounded_discount?: string;
  readonly delivery_charge: string | null;
  readonly rounding_step: string | null;
  readonly costs: readonly SaleCost[];
  readonly reference_number: string | null;
  readonly note: string | null;
  /** The salesman who earns a commission on it. */
  readonly salesman_fk?: number;
  /** The quotation that it was converted from. */
  readonly quotation_fk?: number;
  readonly promotions?: readonly AppliedPromotion[];
  readonly lines: readonly SaleLine[];
}

export interface SaleCost extends PaidCost {
  readonly cost_type: Cost['cost_type'];
}

/** The cumulative delivered quantity of a line: in the line's unit, or in another unit of its item. */
export interface Delivered extends Partial<InUnit> {
  readonly line_id: number;
  readonly quantity: string;
}

/** Goods that leave the shelf of an inventory; quantities are in base units. */
export interface LeavingGoods {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  readonly lines: readonly {
    readonly line_id: number;
    readonly item_fk: number;
    readonly quantity: string;
    /** Absent for goods of no named batch. */
    readonly of_batches?: readonly BatchQuantity[];
  }[];
}

/** A delivery. Its day is absent in deliveries that were stored before they had one. */
export interface DeliveredNow {
  readonly lines: readonly Delivered[];
  readonly date?: string;
  readonly time?: string | null;
  /** The employee who delivered it. */
  readonly driver_fk?: number;
  /** Absent when the goods were never counted with the inventory. */
  readonly leaves?: LeavingGoods;
}

/** Goods that were returned before they were delivered; quantities of the sale's lines are in base units. */
export interface UndeliveredReturn {
  readonly sale_return_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly lines: readonly { readonly line_id: number; readonly quantity: string }[];
  /** As for a delivery. */
  readonly leaves?: LeavingGoods;
}

export type SaleDrafted = DomainEvent<'sale.drafted', Sale>;

export type SaleDraftChanged = DomainEvent<'sale.draft_changed', Sale>;

export type SaleDiscarded = DomainEvent<'sale.discarded', DraftStored<Sale>['discarded']>;

/**
 * `number` is null until the store assigns the next one of the series; a sale completed again keeps its number.
 * `customer_transaction_fk` is the immediate payment, if any.
 */
export type SaleCompleted = DomainEvent<
  'sale.completed',
  Sale & { readonly number: string | null; readonly customer_transaction_fk?: number }
>;

export type SaleReturnedToDraft = DomainEvent<'sale.returned_to_draft', { readonly reason: string | null }>;

export type SaleDelivered = DomainEvent<'sale.delivered', DeliveredNow>;

/** A sale return was completed. */
export type SaleReturnedUndelivered = DomainEvent<'sale.returned_undelivered', UndeliveredReturn>;

/** That sale return is a draft again. */
export type SaleReturnTakenBack = DomainEvent<'sale.return_taken_back', { readonly sale_return_fk: number }>;

export type SaleClosed = DomainEvent<'sale.closed', Record<string, never>>;

export type SaleOpened = DomainEvent<'sale.opened', { readonly reason: string | null }>;

export type SaleEvent =
  | SaleDrafted
  | SaleDraftChanged
  | SaleDiscarded
  | SaleCompleted
  | SaleReturnedToDraft
  | SaleDelivered
  | SaleReturnedUndelivered
  | SaleReturnTakenBack
  | SaleClosed
  | SaleOpened;
