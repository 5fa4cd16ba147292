/** What happens to a sale return, as it is stored. */
import type { SettledCurrency } from '../kernel/document-rules.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';
import type { Discount } from './totals.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `sale_return-<id>` */
export const SALE_RETURN = 'sale_return';

export interface SaleReturnLine {
  readonly line_id: number;
  readonly sale_line_id: number | null;
  readonly item_fk: number;
  readonly item_type: 'goods' | 'service';
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  /** What had come back of the sale's line before, and of the goods given free with it. */
  readonly returned_before: string;
  readonly bonus_returned_before: string;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
  /** Price × quantity, shares of both discounts and of the tax, in the currency of the return. */
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
  readonly note: string | null;
}

export interface SaleReturn extends SettledCurrency {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly sale_fk: number | null;
  readonly sale_date: string | null;
  readonly customer_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly discount: Discount | null;
  readonly rounding_step: string | null;
  /** What of it closes the sale's own debt; the rest stays the customer's credit. Null while a draft. */
  readonly settled_amount: string | null;
  /** What was open on the sale; absent in a draft, and in those of before it was kept. */
  readonly open_amount?: string;
  readonly reference_number: string | null;
  readonly note: string | null;
  /** Of the sale: who took a commission of it gives back a share. */
  readonly salesman_fk?: number;
  readonly lines: readonly SaleReturnLine[];
}

export type SaleReturnEvent = DraftedEvent<typeof SALE_RETURN, SaleReturn>;
