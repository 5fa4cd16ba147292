/** The stored events of disposed goods. */
import type { DraftStored } from '../documents/draft.ts';
import type { EventsOf, Numbered } from '../documents/lifecycle-events.ts';
import type { DisposalType } from './disposal-type.ts';
import type { GoodsDocument, GoodsLine } from './goods-document.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface AssetDisposalLine extends GoodsLine {
  readonly quantity: string;
}

export interface AssetDisposal extends GoodsDocument<AssetDisposalLine> {
  readonly disposal_type: DisposalType;
}

export interface AssetDisposalStored extends DraftStored<AssetDisposal> {
  /**
   * `number` is null until the store assigns the next one of the series; a disposal that is done again keeps its own.
   */
  readonly done: Numbered<AssetDisposal>;
  /** Contains all data for its posting. */
  readonly approved: AssetDisposal;
  readonly disapproved: { readonly reason: string | null };
  readonly returned_to_draft: { readonly reason: string | null };
}
export type AssetDisposalEvent = EventsOf<'asset_disposal', AssetDisposalStored>;
