/** The stored events of a warranty claim. */
import type { SettledCurrency } from '../../documents/document-rules.ts';
import type { DraftState, DraftStored } from '../../documents/draft.ts';
import type { EventsOf, Numbered } from '../../documents/lifecycle-events.ts';
import type { GoodsLine } from '../../stock/goods-document.ts';
import type { MovesBatches } from '../../values/batch.ts';
import type { ClaimOutcome, TakeBackInput } from './warranty-claim.schema.ts';

/** Stream: `warranty_claim-<id>` */
export const WARRANTY_CLAIM = 'warranty_claim';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface WarrantyClaim {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly customer_fk: number | null;
  readonly brought_by: string | null;
  readonly customer_mobile: string | null;
  readonly item_fk: number;
  readonly serial_number: string | null;
  readonly sale_fk: number | null;
  readonly sold_date: string | null;
  readonly fault: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** The claim and what was known of the sale when the piece was received; null where nothing is known. */
export interface ReceivedClaim extends WarrantyClaim {
  /** `sale-12` */
  readonly sold_document: string | null;
  readonly sold_number: string | null;
  /** The last day of the warranty. */
  readonly warranty_until: string | null;
}

interface ClaimStep {
  readonly date: string;
  readonly time: string | null;
  readonly note: string | null;
}

/** One piece of the item of the claim, in the inventory of the claim. */
export interface MovedPiece extends MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  readonly lines: readonly (Omit<GoodsLine, 'note'> & { readonly quantity: string })[];
}

/** The customer gets a piece from stock. */
export interface Exchange extends ClaimStep, MovedPiece {}

export interface Sending extends ClaimStep {
  /** A supplier. */
  readonly sent_to_fk: number;
}

/** What came back from the supplier. */
export interface SupplierAnswer extends ClaimStep, Partial<MovedPiece> {
  readonly answered_as: TakeBackInput['answered_as'];
  /** Of the other piece; null unless it was replaced. */
  readonly serial_number: string | null;
  /**
   * Present when the other piece is the customer's: `new` while nobody knew its number. Without it a replaced piece comes
   * into stock, as `lines` say, because the customer has another one from there.
   */
  readonly piece?: 'new' | 'known';
  /** Present when the supplier credits an amount. */
  readonly credit?: ClaimCredit;
}

export interface ClaimCredit extends SettledCurrency {
  readonly outlet_fk: number;
  readonly supplier_fk: number;
  /** Decimal string, in its currency. */
  readonly amount: string;
}

export interface Ending extends ClaimStep {
  readonly ended_as: ClaimOutcome;
}

interface Undone {
  readonly reason: string | null;
}

export interface WarrantyClaimStored extends DraftStored<WarrantyClaim> {
  /** The customer's piece is with the business: not its stock, and of no value in its books. */
  readonly received: Numbered<ReceivedClaim>;
  readonly exchanged: Exchange;
  readonly sent: Sending;
  readonly came_back: SupplierAnswer;
  readonly closed: Ending;
  /** The last step was taken back: a step that posts has an event of its own. */
  readonly returned_to_draft: Undone;
  readonly exchange_undone: Undone;
  readonly answer_undone: Undone;
  readonly step_undone: Undone;
}
export type WarrantyClaimEvent = EventsOf<typeof WARRANTY_CLAIM, WarrantyClaimStored>;

export const CLAIM_STEPS = ['exchanged', 'sent', 'came_back', 'closed'] as const;
export type ClaimStepName = (typeof CLAIM_STEPS)[number];

/** A claim whose piece was received; `status` is where it stands. */
export interface OpenClaim {
  readonly status: 'received' | 'exchanged' | 'sent' | 'back' | 'closed';
  readonly data: ReceivedClaim;
  readonly number: string | null;
  /** In the order in which they were taken. */
  readonly steps: readonly ClaimStepName[];
  readonly exchange?: Exchange;
  readonly sending?: Sending;
  readonly answer?: SupplierAnswer;
  readonly ending?: Ending;
  /** For lists: the supplier and its answer, how it ended, and the number of the piece that the customer got instead. */
  readonly sent_to_fk: number | null;
  readonly answered_as: SupplierAnswer['answered_as'] | null;
  readonly ended_as: ClaimOutcome | null;
  readonly given_number: string | null;
}

export type WarrantyClaimState = DraftState<WarrantyClaim> | OpenClaim;

export const isOpenClaim = (state: WarrantyClaimState): state is OpenClaim => 'steps' in state;
