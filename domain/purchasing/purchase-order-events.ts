/** The stored events of a purchase order. */

import type { DomainEvent } from '../deciding/event.ts';
import type { SettledCurrency } from '../documents/document-rules.ts';
import type { DraftStored } from '../documents/draft.ts';
import type { Allocated } from '../parties/transaction-events.ts';
import type { Discount } from '../pricing/totals.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface PurchaseOrderLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Number of base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_fk: number | null;
  readonly tax_percent: string | null;
  readonly note: string | null;
}

export interface PurchaseOrder extends SettledCurrency {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly supplier_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly received_date: string | null;
  readonly discount: Discount | null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PurchaseOrderLine[];
}

/** Data of the order for posting an advance payment or its reversal; the rate is the payment's own. */
export interface AdvancePayment
  extends Pick<PurchaseOrder, 'outlet_fk' | 'supplier_fk' | 'currency_fk' | 'system_currency_fk' | 'rate'> {
  readonly payment_id: number;
  /**
   * The record of the payment's own rate, null where the rate was typed and in the system currency. Absent in payments
   * that are open with the order: from before this field, and beside such a payment on the day of the order.
   */
  readonly rate_fk?: number | null;
  /** Day of the order, under which a payment without a rate of its own is open. */
  readonly order_date: string;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  /** The money for the amount, where the account is in the other one of dinar and dollar, and its currency. */
  readonly paid_amount?: string;
  readonly paid_currency_fk?: number;
  /** Of that money; absent where it is in the system currency. */
  readonly paid_rate?: string;
}

export interface ReversedAdvance extends AdvancePayment {
  readonly reason: string | null;
  /** The day of a reversal that has one of its own. */
  readonly reversed_date?: string;
}

/** Quantities that a purchase takes from the order's lines, in base units. */
export interface Purchased {
  readonly purchase_fk: number;
  readonly lines: readonly { readonly line_id: number; readonly base_quantity: string }[];
}

/** The part of the advance of one day that settles the debt of a purchase made from the order. */
export type AllocatedAdvance = Allocated & { readonly purchase_fk: number };

export type PurchaseOrderEvent =
  | DomainEvent<'purchase_order.drafted', PurchaseOrder>
  | DomainEvent<'purchase_order.draft_changed', PurchaseOrder>
  | DomainEvent<'purchase_order.discarded', DraftStored<PurchaseOrder>['discarded']>
  /** `number` is null until the store assigns it. */
  | DomainEvent<'purchase_order.billed', PurchaseOrder & { readonly number: string | null }>
  | DomainEvent<'purchase_order.returned_to_draft', { readonly reason: string | null }>
  | DomainEvent<'purchase_order.paid', AdvancePayment>
  | DomainEvent<'purchase_order.payment_reversed', ReversedAdvance>
  | DomainEvent<'purchase_order.purchased', Purchased>
  | DomainEvent<'purchase_order.purchase_taken_back', { readonly purchase_fk: number }>
  | DomainEvent<'purchase_order.advance_allocated', AllocatedAdvance>
  | DomainEvent<'purchase_order.advance_unallocated', AllocatedAdvance>
  /** `purchases` when nothing is outstanding, or `hand`. */
  | DomainEvent<'purchase_order.closed', { readonly by: 'purchases' | 'hand' }>
  | DomainEvent<'purchase_order.opened', { readonly reason: string | null }>;
