/** The destructed asset as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postAssetDisposal } from '../posting/asset-disposal.ts';
import { AssetDisposalBody, type AssetDisposalInput } from './asset-disposal.schema.ts';
import {
  ASSET_DISPOSAL,
  type AssetDisposalCommand,
  type AssetDisposalEvent,
  type AssetDisposalState,
  assetDisposal,
  possible,
} from './asset-disposal.ts';

type Reason = { readonly reason: string | null };

export const assetDisposalDocument = declareDocument<AssetDisposalState, AssetDisposalCommand, AssetDisposalEvent>({
  kind: ASSET_DISPOSAL,
  resource: 'asset_disposals',
  decider: assetDisposal,
  body: AssetDisposalBody,
  create: (input: AssetDisposalInput) => [{ type: input.status === 'done' ? 'enter' : 'draft', input }],
  completing: (input: AssetDisposalInput) => (input.status === 'done' ? { type: 'finish' } : undefined),
  change: (input: AssetDisposalInput) => ({ type: 'change', input }),
  transitions: {
    done: { permission: 'complete', command: () => ({ type: 'finish' }) },
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    disapprove: {
      permission: 'approve',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reason) => ({ type: 'disapprove', reason }),
    },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reason) => ({ type: 'return_to_draft', reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postingsOf: (state) => (state.status === 'approved' ? [postAssetDisposal(state.data)] : []),
  numbered: {
    event: 'asset_disposal.done',
    prefix: 'AD-',
    inForceBeforePosting: true,
    of: (state) =>
      state.status === 'none' ? { outlet: 0, date: '' } : { outlet: state.data.outlet_fk, date: state.data.date },
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.data.outlet_fk, inventory: state.data.inventory_fk },
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
