/** The stored events of a sale. */

import type { PaidNow } from '../debts/paid-now.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { PaidCost, SettledTerms } from '../documents/document-rules.ts';
import type { DraftStored } from '../documents/draft.ts';
import type { FreeGoods } from '../pricing/free-goods.ts';
import type { Discount } from '../pricing/totals.ts';
import type { MovesBatches, NamesBatches } from '../values/batch.ts';
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

/** The cumulative delivered quantity of a line, in the line's unit. */
export interface Delivered {
  readonly line_id: number;
  readonly quantity: string;
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

export type SaleDelivered = DomainEvent<'sale.delivered', { readonly lines: readonly Delivered[] }>;

export type SaleClosed = DomainEvent<'sale.closed', Record<string, never>>;

export type SaleOpened = DomainEvent<'sale.opened', { readonly reason: string | null }>;

export type SaleEvent =
  | SaleDrafted
  | SaleDraftChanged
  | SaleDiscarded
  | SaleCompleted
  | SaleReturnedToDraft
  | SaleDelivered
  | SaleClosed
  | SaleOpened;
