/** The stored events of a quotation. */

import type { DomainEvent } from '../../deciding/event.ts';
import type { SettledCurrency } from '../../documents/document-rules.ts';
import type { DraftedEvent, DraftedState } from '../../documents/drafted.ts';
import type { Discount } from '../../pricing/totals.ts';
import type { SaleLine } from '../sale-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** Stream: `quotation-<id>` */
export const QUOTATION = 'quotation';

export interface Quotation extends SettledCurrency {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly customer_fk: number | null;
  readonly date: string;
  readonly expire_date: string | null;
  readonly discount: Discount | null;
  /** A further discount amount on the total; absent when there is none. */
  readonly rounded_discount?: string;
  readonly delivery_charge: string | null;
  /** Null: only cash payments are rounded. */
  readonly rounding_step: null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly SaleLine[];
}

/** The sale that was drafted in the same append, and its payment terms. */
export interface Converted {
  readonly sale_fk: number;
  readonly date: string;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
}

export type QuotationConverted = DomainEvent<'quotation.converted', Converted>;

/** The draft sale was discarded in the same append: the quotation is complete again. */
export type QuotationReopened = DomainEvent<'quotation.reopened', Pick<Converted, 'sale_fk'>>;

export type QuotationEvent = DraftedEvent<typeof QUOTATION, Quotation> | QuotationConverted | QuotationReopened;

export type QuotationState =
  | DraftedState<Quotation>
  | {
      readonly status: 'converted';
      readonly data: Quotation;
      readonly number: string | null;
      readonly sale_fk: number;
    };
