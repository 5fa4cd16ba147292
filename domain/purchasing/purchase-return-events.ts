/** What happens to a purchase return, as it is stored. */
import type { SettledCurrency } from '../kernel/document-rules.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';
import type { Discount } from '../sales/totals.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `purchase_return-<id>` */
export const PURCHASE_RETURN = 'purchase_return';

export interface PurchaseReturnLine {
  readonly line_id: number;
  readonly purchase_line_id: number | null;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  /** What had gone back of the purchase's line before, and of the goods given free with it. */
  readonly returned_before: string;
  readonly bonus_returned_before: string;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_fk: number | null;
  readonly tax_percent: string | null;
  readonly tax_recoverable: boolean;
  /** Price × quantity, shares of both discounts and of the tax, in the currency of the return. */
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
  /** What the supplier gives back for it, without and for tax, in the system currency. */
  readonly net_base: string;
  readonly tax_base: string;
  /** What its receipt put on stock for it, without landed costs; null without a purchase: the present average. */
  readonly goods_base: string | null;
  readonly note: string | null;
}

export interface PurchaseReturn extends SettledCurrency {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly purchase_fk: number | null;
  readonly purchase_date: string | null;
  readonly supplier_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly discount: Discount | null;
  /** What was open on the purchase, and what of it is settled; the rest is a credit with the supplier. Null while a draft. */
  readonly open_amount: string | null;
  readonly settled_amount: string | null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PurchaseReturnLine[];
}

export type PurchaseReturnEvent = DraftedEvent<typeof PURCHASE_RETURN, PurchaseReturn>;
