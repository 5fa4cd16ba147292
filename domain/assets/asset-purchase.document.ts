/** The purchase of a fixed asset as a document: its postings, and the claim that an asset is bought only once. */
import type { Claim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { drafted } from '../entries/lifecycles.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { openingClaims } from '../ledger/opening-days.ts';
import { texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postAssetPurchase } from '../posting/asset-purchase.ts';
import { HELD_OR_OWED } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import {
  AssetPurchaseBody,
  type AssetPurchaseInput,
  AssetRevisionBody,
  type AssetRevisionInput,
} from './asset-purchase.schema.ts';
import { ASSET_PURCHASE, type AssetPurchaseState, possibleOfAsset } from './asset-purchase.ts';
import { type RevisedAssetCommand, type RevisedAssetEvent, revisedAsset } from './revised-asset.ts';

export const assetPurchaseDocument = declareDocument<AssetPurchaseState, RevisedAssetCommand, RevisedAssetEvent>()({
  kind: ASSET_PURCHASE,
  resource: 'asset_purchases',
  folder: 'assets',
  owed: {},
  decider: revisedAsset,
  body: AssetPurchaseBody,
  papers: voucher(
    'asset_purchase',
    [
      ...texts('fixed_asset_fk'),
      { field: 'useful_life_months', kind: 'whole' },
      { field: 'declining_percent', kind: 'percent' },
      ...PAID,
    ],
    { party: 'supplier_fk', signatures: ['issued_by', 'approved_by'] },
  ),
  held: {
    data: {
      ...HELD_OR_OWED.data,
      ...fields('salvage_currency_fk first_day opened_on', {
        revisions: list('date month_number useful_life_months salvage_amount currency_fk declining_percent reason'),
      }),
    },
  },
  create: (input: AssetPurchaseInput) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
  completing: (input: AssetPurchaseInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (input: AssetPurchaseInput) => ({ type: 'change', input }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    revise: {
      permission: 'complete',
      body: AssetRevisionBody,
      command: (input: AssetRevisionInput) => ({ type: 'revise', input }),
    },
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible: possibleOfAsset,
  measures: (_, commands, id) =>
    id !== undefined && commands.some(({ type }) => type === 'revise')
      ? { of: 'asset_lives', purchases: [id] }
      : undefined,
  postings: {
    ...drafted(ASSET_PURCHASE, postAssetPurchase, RULES.assetPurchase),
    'asset_purchase.revised': NOTHING,
  },
  postingsOf: (state, stream) => (state.status === 'complete' ? [postAssetPurchase(state.data, stream)] : []),
  numbered: { event: 'asset_purchase.completed', prefix: 'AP-', of: series },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
  // The days of the first year, before which an asset is opened.
  settings: ['financial_year'],
  claims: (before, after, stream) =>
    after.status === before.status
      ? []
      : [
          ...boughtOnce(before, 'release', stream),
          ...boughtOnce(after, 'take', stream),
          ...openingClaims(openedOn(before), openedOn(after)),
        ],
});

function openedOn(state: AssetPurchaseState) {
  if (state.status !== 'complete') return undefined;
  const { first_day, opened_on: date } = state.data;
  return first_day === undefined || date === undefined ? undefined : { first_day, date };
}

function boughtOnce(state: AssetPurchaseState, action: 'take' | 'release', owner: string): Claim[] {
  if (state.status !== 'complete') return [];
  const key = String(state.data.fixed_asset_fk);
  return [{ kind: 'unique', set: 'asset_purchase.fixed_asset', key, owner, action, field: 'fixed_asset_fk' }];
}
