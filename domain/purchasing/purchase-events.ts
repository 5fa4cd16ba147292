/**
 * What happens to a purchase, as it is stored. Goods are received with their bill or before it; a bill that comes
 * later clears what was received without one.
 */

import type { PaidCost, SettledTerms } from '../kernel/document-rules.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { PaidNow } from '../parties/paid-now.ts';
import type { Discount } from '../sales/totals.ts';
import type { MovesBatches, NamesBatches } from '../stock/batch.ts';
import type { PurchaseCostInput } from './purchase.schema.ts';

/** Stream: `purchase-<id>` */
export const PURCHASE = 'purchase';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface PurchaseLine extends Pick<NamesBatches, 'batch_number'> {
  readonly line_id: number;
  /** The line of the purchase order that it is a part of; absent without one. */
  readonly order_line_id?: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit, and the weight of a base unit, as they were when the line was entered. */
  readonly unit_factor: string;
  readonly unit_weight: string | null;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_fk: number | null;
  readonly tax_percent: string | null;
  readonly tax_recoverable: boolean;
  readonly expire_date: string | null;
  readonly note: string | null;
}

export interface PurchaseCost extends PaidCost {
  readonly cost_id: number;
  readonly cost_type: PurchaseCostInput['cost_type'];
  readonly share_by: 'value' | 'quantity' | 'weight' | 'hand';
  /** By hand only. */
  readonly shares: readonly CostShare[];
}

/** In the cost's currency. */
export interface CostShare {
  readonly line_id: number;
  readonly amount: string;
}

export interface Purchase extends SettledTerms, PaidNow, MovesBatches {
  /** The order that it is made from; absent without one. */
  readonly purchase_order_fk?: number;
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly supplier_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly discount: Discount | null;
  /** A further discount in money on the whole; absent where there is none. */
  readonly rounded_discount?: string;
  readonly costs: readonly PurchaseCost[];
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PurchaseLine[];
}

/** How much of a line has been received in all, bonus included, in the line's unit. */
export interface Received {
  readonly line_id: number;
  readonly quantity: string;
}

/** What was open on the purchase with a creditor, in a foreign currency, before more came to be owed. */
export interface OwedBefore {
  readonly supplier_fk: number;
  readonly currency_fk: number;
  readonly amount: string;
}

/** Goods that came in together; `receipt` numbers those of a purchase from 0. */
export interface Receipt extends MovesBatches {
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly before: readonly Received[];
  readonly after: readonly Received[];
  /** Absent where nothing was open. */
  readonly owed_before?: readonly OwedBefore[];
}

/** The supplier's bill for goods that came before it. */
export interface Bill {
  readonly date: string;
  readonly time: string | null;
  /** The bill's own. */
  readonly reference_number: string | null;
  readonly receipts: readonly Receipt[];
  readonly owed_before?: readonly OwedBefore[];
}

/** Sale prices that were set from what a purchase cost; the items were amended with it. */
export interface SalePrices {
  /** Prices were rounded to this; null is not rounded. */
  readonly round_to: string | null;
  readonly prices: readonly SalePrice[];
}

export interface SalePrice {
  readonly item_fk: number;
  readonly unit_fk: number;
  /** In the currency of the item's prices. */
  readonly former_price: string;
  readonly sale_price: string;
  /** What was asked for, where the price was found from it. */
  readonly desired_profit: string | null;
  readonly profit_rate: string | null;
}

/** A later cost's share of one receipt, which it counts together with. */
export interface AppliedCost {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  /** Day of the purchase, under which the cost stays open. */
  readonly purchase_date: string;
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly cost: PurchaseCost;
  readonly shares: readonly (CostShare & { readonly item_fk: number })[];
  readonly owed_before?: readonly OwedBefore[];
}

export interface CompletedPurchase extends Purchase {
  /** Null until the store gives it. */
  readonly number: string | null;
  /** Everything came in with it, at its own date. */
  readonly receive: boolean;
  /** The payment that was entered with it, where some of it was paid at once. */
  readonly supplier_transaction_fk?: number;
}

export type PurchaseEvent =
  | DomainEvent<'purchase.drafted', Purchase>
  | DomainEvent<'purchase.draft_changed', Purchase>
  | DomainEvent<'purchase.discarded', Record<string, never>>
  | DomainEvent<'purchase.completed', CompletedPurchase>
  | DomainEvent<'purchase.received', Receipt & { readonly purchase: Purchase }>
  /** Before its bill: it is not owed yet, nor is its tax given back. */
  | DomainEvent<'purchase.received_unbilled', Receipt & { readonly purchase: Purchase }>
  | DomainEvent<'purchase.billed', Bill & { readonly purchase: Purchase }>
  | DomainEvent<'purchase.cost_applied', AppliedCost>
  | DomainEvent<'purchase.sale_prices_set', SalePrices>
  | DomainEvent<'purchase.returned_to_draft', { readonly reason: string | null }>
  | DomainEvent<'purchase.closed', Record<string, never>>
  | DomainEvent<'purchase.opened', { readonly reason: string | null }>;
