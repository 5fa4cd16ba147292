/** What happens to a receipt of the till, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';
import type { SaleLine } from '../sales/sale.ts';
import type { Discount } from '../sales/totals.ts';

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
}

export interface PosSale {
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
  readonly discount: Discount | null;
  readonly delivery_charge: null;
  readonly rounding_step: string | null;
  readonly replaces_fk: number | null;
  readonly note: string | null;
  readonly payments: readonly PosPayment[];
  /** What is handed back, in the system currency, out of the drawer's account in it; null while held. */
  readonly change_amount: string | null;
  readonly change_account_fk: number | null;
  readonly change_account_type: number | null;
  /** The drawer was closed when the receipt arrived: its cash was counted already. */
  readonly is_late: boolean;
  readonly lines: readonly SaleLine[];
}

export interface Refund {
  readonly drawer_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
  readonly reason: string;
  readonly receipt: PosSale;
}

export type PosSaleEvent =
  | DomainEvent<'pos_sale.held', PosSale>
  | DomainEvent<'pos_sale.held_again', PosSale>
  | DomainEvent<'pos_sale.discarded', Record<string, never>>
  | DomainEvent<'pos_sale.completed', PosSale & { readonly number: string | null }>
  | DomainEvent<'pos_sale.refunded', Refund>;
