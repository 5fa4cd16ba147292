/**
 * The stored events of a purchase. Goods are received with their bill or before it; a later bill clears the unbilled
 * receipts.
 */

import type { PaidNow } from '../debts/paid-now.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { PaidCost } from '../documents/costs.ts';
import type { SettledTerms } from '../documents/document-rules.ts';
import type { DraftStored } from '../documents/draft.ts';
import type { InUnit } from '../pricing/returned-quantities.ts';
import type { Discount } from '../pricing/totals.ts';
import type { MovesBatches, NamesArrived, NamesBatches } from '../values/batch.ts';
import type { DueDay } from '../values/due-day.ts';
import type { PurchaseCostInput } from './purchase.schema.ts';

/** Stream: `purchase-<id>` */
export const PURCHASE = 'purchase';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface PurchaseLine extends NamesBatches {
  readonly line_id: number;
  /** Line number in the purchase order; absent without an order. */
  readonly order_line_id?: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit, and the weight of a base unit, both as of the entry of the line. */
  readonly unit_factor: string;
  readonly unit_weight: string | null;
  /** The volume of a base unit, as of the entry of the line; absent when the item had none. */
  readonly unit_volume?: string;
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
  /** `allowance`: the supplier's, with amounts below zero; only as a later cost. */
  readonly cost_type: PurchaseCostInput['cost_type'] | 'allowance';
  readonly share_by: 'value' | 'quantity' | 'weight' | 'volume' | 'hand';
  /** Only for sharing by hand. */
  readonly shares: readonly CostShare[];
}

/** In the currency of the cost. */
export interface CostShare {
  readonly line_id: number;
  readonly amount: string;
}

export interface Purchase extends SettledTerms, DueDay, PaidNow, MovesBatches {
  /** The purchase order; absent without one. */
  readonly purchase_order_fk?: number;
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly supplier_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly discount: Discount | null;
  /** A further discount amount on the total; absent when there is none. */
  readonly rounded_discount?: string;
  /** True when it was paid with money of the other currency before its goods came (docs/decisions/0234). */
  readonly is_paid_before?: true;
  readonly costs: readonly PurchaseCost[];
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PurchaseLine[];
}

/** The cumulative received quantity of a line, including bonus: in the line's unit, or in another unit of its item. */
export interface Received extends Partial<InUnit> {
  readonly line_id: number;
  readonly quantity: string;
}

/** The open amount of the purchase with a creditor, in a foreign currency, before an increase. */
export interface OwedBefore {
  readonly supplier_fk: number;
  readonly currency_fk: number;
  readonly amount: string;
}

/** Goods received together; `receipt` numbers the receipts of a purchase from 0. */
export interface Receipt extends MovesBatches, NamesArrived {
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly before: readonly Received[];
  readonly after: readonly Received[];
  /** Absent when nothing was open. */
  readonly owed_before?: readonly OwedBefore[];
  /**
   * True when amounts owed in the system currency have the same amount in the books; absent when there are none, and
   * for purchases whose receipts began before this field.
   */
  readonly is_posted_as_owed?: true;
}

/** The supplier's bill for goods received before it. */
export interface Bill extends DueDay {
  readonly date: string;
  readonly time: string | null;
  /** Reference number of the bill. */
  readonly reference_number: string | null;
  readonly receipts: readonly Receipt[];
  /** Paid goods of these receipts that went back before the bill and are not owed; absent when none did. */
  readonly returned?: readonly Received[];
  /**
   * Prices of the bill that differ from the purchase's (decisions/0124); absent when none does. Lines without goods in
   * these receipts have the price of their last bill, because discounts of the whole purchase are shared over all lines.
   */
  readonly prices?: readonly BilledPrice[];
  readonly owed_before?: readonly OwedBefore[];
}

/** In the purchase's currency, for the unit of the line. */
export interface BilledPrice {
  readonly line_id: number;
  readonly price: string;
}

/** The amounts of a line as they are owed, when a bill has prices of its own. */
export interface BilledLine extends BilledPrice {
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
}

/** Sale prices that were calculated from the cost of a purchase; the items were amended in the same append. */
export interface SalePrices {
  /** Rounding step of the prices; null means no rounding. */
  readonly round_to: string | null;
  readonly prices: readonly SalePrice[];
}

export interface SalePrice {
  readonly item_fk: number;
  readonly unit_fk: number;
  /** In the currency of the item's prices. */
  readonly former_price: string;
  readonly sale_price: string;
  /** The requested profit, when the price was calculated from it. */
  readonly desired_profit: string | null;
  readonly profit_rate: string | null;
}

/**
 * A later cost's share of one receipt, dated like that receipt, with its money: as later costs were stored before
 * `EnteredCost` (decisions/0122).
 */
export interface AppliedCost {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  /** Day of the purchase, under which the debt is open. */
  readonly purchase_date: string;
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly cost: PurchaseCost;
  readonly shares: readonly (CostShare & { readonly item_fk: number })[];
  readonly owed_before?: readonly OwedBefore[];
}

/** A later cost with the money or the debt of its own day; its value goes to the goods by `SharedCost`. */
export interface EnteredCost extends DueDay {
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly cost: PurchaseCost;
  readonly owed_before?: readonly OwedBefore[];
  /** Present for the part of a landed cost (costs/landed-cost.ts), which posts the money or the debt itself. */
  readonly landed_cost_fk?: number;
  /**
   * Present for what is left of a cost of the purchase itself when its rest is closed: the number of that cost. Zero for the
   * money that was paid before goods that will not come: a credit with the supplier, which no goods share.
   */
  readonly rest_of_cost_id?: number;
  /**
   * Only for an allowance: the day under which the purchase's debt is open, its open amount with the supplier, and the
   * part of it that is settled; the rest is a credit of the allowance's own day.
   */
  readonly purchase_date?: string;
  readonly open_amount?: string;
  readonly settled_amount?: string;
}

/** What the goods of one receipt take from later costs, or give back, in addition to earlier events. */
export interface SharedCost {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  readonly receipt: number;
  /** Numbers these events of a receipt from 0. */
  readonly turn: number;
  /** The day of the posting: that of the receipt, or the first open day when that is in a closed year. */
  readonly date: string;
  readonly time: string | null;
  /** The day of the receipt, at which the value counts in costing. */
  readonly receipt_date: string;
  readonly costs: readonly ReceiptShare[];
}

/** The change of one cost's share of a receipt, in the cost's currency; amounts below zero are given back. */
export interface ReceiptShare extends Pick<PurchaseCost, 'cost_id' | 'currency_fk' | 'rate_fk' | 'rate'> {
  /** The shared amount of the cost, over all receipts, before this one. */
  readonly before: string;
  readonly shares: readonly (CostShare & { readonly item_fk: number })[];
}

export interface CompletedPurchase extends Purchase {
  /** Null until the store assigns it. */
  readonly number: string | null;
  /** True when all goods are received with it, at its date. */
  readonly receive: boolean;
  /** The immediate payment, when a part was paid on completion. */
  readonly supplier_transaction_fk?: number;
}

export type PurchaseEvent =
  | DomainEvent<'purchase.drafted', Purchase>
  | DomainEvent<'purchase.draft_changed', Purchase>
  | DomainEvent<'purchase.discarded', DraftStored<Purchase>['discarded']>
  | DomainEvent<'purchase.completed', CompletedPurchase>
  | DomainEvent<'purchase.received', Receipt & { readonly purchase: Purchase }>
  /** Goods received before the bill: neither the debt nor the input tax is posted yet. */
  | DomainEvent<'purchase.received_unbilled', Receipt & { readonly purchase: Purchase }>
  | DomainEvent<'purchase.billed', Bill & { readonly purchase: Purchase }>
  /** Stored by earlier versions. */
  | DomainEvent<'purchase.cost_applied', AppliedCost>
  | DomainEvent<'purchase.cost_entered', EnteredCost>
  | DomainEvent<'purchase.cost_shared', SharedCost>
  /** Takes back the money or debt of the cost; `cost_shared` takes back its value. */
  | DomainEvent<'purchase.cost_withdrawn', { readonly cost_id: number; readonly reason: string | null }>
  | DomainEvent<'purchase.sale_prices_set', SalePrices>
  | DomainEvent<'purchase.returned_to_draft', { readonly reason: string | null }>
  | DomainEvent<'purchase.closed', Record<string, never>>
  | DomainEvent<'purchase.opened', { readonly reason: string | null }>;
