/** The destructed asset as a document: its transitions, its number, and its postings. */
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { ASSET_DISPOSAL_PAPERS } from '../paper/goods-papers.ts';
import { postAssetDisposal } from '../posting/asset-disposal.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { AssetDisposalBody, type AssetDisposalInput } from './asset-disposal.schema.ts';
import {
  ASSET_DISPOSAL,
  type AssetDisposalCommand,
  type AssetDisposalState,
  assetDisposal,
  possible,
} from './asset-disposal.ts';
import type { AssetDisposalEvent } from './asset-disposal-events.ts';

export const assetDisposalDocument = declareDocument<AssetDisposalState, AssetDisposalCommand, AssetDisposalEvent>()({
  kind: ASSET_DISPOSAL,
  resource: 'asset_disposals',
  folder: 'stock',
  decider: assetDisposal,
  body: AssetDisposalBody,
  papers: ASSET_DISPOSAL_PAPERS,
  held: { data: fields('', { lines: list('unit_factor') }) },
  create: (input: AssetDisposalInput) => [{ type: input.status === 'done' ? 'enter' : 'draft', input }],
  completing: (input: AssetDisposalInput) => (input.status === 'done' ? { type: 'done' } : undefined),
  change: (input: AssetDisposalInput) => ({ type: 'change', input }),
  transitions: {
    done: { permission: 'complete', command: () => ({ type: 'done' }) },
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    disapprove: reasoned('approve', 'disapprove'),
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'asset_disposal.drafted': NOTHING,
    'asset_disposal.draft_changed': NOTHING,
    'asset_disposal.discarded': NOTHING,
    'asset_disposal.done': NOTHING,
    'asset_disposal.approved': { does: 'post', post: postAssetDisposal, rule: RULES.assetDisposal },
    'asset_disposal.disapproved': REVERSE,
    'asset_disposal.returned_to_draft': REVERSE,
  },
  postingsOf: (state) => (state.status === 'approved' ? [postAssetDisposal(state.data)] : []),
  numbered: {
    event: 'asset_disposal.done',
    prefix: 'AD-',
    inForceBeforePosting: true,
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});
