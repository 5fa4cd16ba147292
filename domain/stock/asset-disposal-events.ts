/** What happens to disposed goods, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';
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

export type AssetDisposalEvent =
  | DomainEvent<'asset_disposal.drafted', AssetDisposal>
  | DomainEvent<'asset_disposal.draft_changed', AssetDisposal>
  | DomainEvent<'asset_disposal.discarded', Record<string, never>>
  /** `number` is null until the store gives the next one of the series; one that is done again keeps its own. */
  | DomainEvent<'asset_disposal.done', AssetDisposal & { readonly number: string | null }>
  /** All that its posting needs: it is posted from this event alone. */
  | DomainEvent<'asset_disposal.approved', AssetDisposal>
  | DomainEvent<'asset_disposal.disapproved', { readonly reason: string | null }>
  | DomainEvent<'asset_disposal.returned_to_draft', { readonly reason: string | null }>;
