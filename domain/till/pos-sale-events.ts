/** The stored events of a receipt of the till. */

import type { DomainEvent } from '../kernel/event.ts';
import type { AppliedPromotion, SaleLine } from '../sales/sale.ts';
import type { Discount } from '../sales/totals.ts';
import type { MovesBatches } from '../stock/batch.ts';
import type { ByDevice, Review } from './device-mark.ts';
import type { WithRemoved } from './removed-lines.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Accounts are those of the drawer, and null of what is no cash; the rate is null in the system currency. */
export interface PosPayment {
  readonly method: 'cash' | 'app' | 'credit';
  readonly amount: string;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  /** Of the payment app; absent where none was said. */
  readonly reference_number?: string;
}

/** Goods that are sold or come back at an open drawer. */
interface AtDrawer extends ByDevice, MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly drawer_fk: number;
  readonly customer_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  /** Prices are in the system currency, whatever it is paid in. */
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  /** Of the system currency; absent of receipts from before they had them. */
  readonly decimals?: number;
}

export interface PosSale extends AtDrawer, WithRemoved {
  readonly discount: Discount | null;
  readonly delivery_charge: null;
  readonly rounding_step: string | null;
  readonly replaces_fk: number | null;
  /** Why it corrects the receipt that it replaces, which is refunded with it; absent where it was refunded before. */
  readonly reason?: string;
  readonly note: string | null;
  readonly payments: readonly PosPayment[];
  /** What is handed back, in the system currency, out of the drawer's account in it; null while held. */
  readonly change_amount: string | null;
  readonly change_account_fk: number | null;
  readonly change_account_type: number | null;
  /** The drawer was closed when the receipt arrived: its cash was counted already. */
  readonly is_late: boolean;
  readonly lines: readonly SaleLine[];
  /** What its promotions come to. */
  readonly promotions?: readonly AppliedPromotion[];
  /** What a till printed as the total, where the lines come to another: it was paid, and the rest is rounding. */
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

/** What comes back of a line, at what was paid for it: shares of every discount, and of the tax. */
export interface RefundedLine {
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
  /** At which the tax was taken; absent where there was none. */
  readonly tax_percent?: string;
}

/** Goods that come back and money that is handed back, at the drawer that is open now. */
interface GivenBack extends AtDrawer {
  readonly lines: readonly RefundedLine[];
  /** How the money went back. */
  readonly payments: readonly PosPayment[];
  readonly reason: string;
  /** As a PosSale has it. */
  readonly is_late: boolean;
}

/** Some lines of a receipt, or some of a line. */
export interface PartRefund extends GivenBack {
  /** 1, 2, 3 … of the receipt. */
  readonly refund_id: number;
  /** The day of the receipt: under it what is on credit is open. */
  readonly sale_date: string;
  /** As it was printed by a till; null where nothing was. */
  readonly number: string | null;
}

/** Goods that come back without a receipt: a document of its own. */
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
