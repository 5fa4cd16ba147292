/** The purchase of a fixed asset as a document: its postings, and the claim that an asset is bought only once. */
import type { Claim } from '../deciding/claim.ts';
import { declareDrafted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { openingClaims } from '../ledger/opening-days.ts';
import { texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postAssetPurchase } from '../posting/asset-purchase.ts';
import { HELD_OR_OWED } from '../schemas/held.schema.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { AssetPurchaseBody } from './asset-purchase.schema.ts';
import { ASSET_PURCHASE, type AssetPurchaseState, assetPurchase } from './asset-purchase.ts';

export const assetPurchaseDocument = declareDrafted({
  kind: ASSET_PURCHASE,
  resource: 'asset_purchases',
  folder: 'assets',
  decider: assetPurchase,
  body: AssetPurchaseBody,
  papers: voucher(
    'asset_purchase',
    [...texts('fixed_asset_fk'), { field: 'useful_life_months', kind: 'whole' }, ...PAID],
    { party: 'supplier_fk', signatures: ['issued_by', 'approved_by'] },
  ),
  held: { data: { ...HELD_OR_OWED.data, ...fields('salvage_currency_fk first_day opened_on') } },
  post: postAssetPurchase,
  rule: RULES.assetPurchase,
  prefix: 'AP-',
  // The days of the first year, before which an asset is opened.
  settings: ['financial_year'],
  claims: (before, after, stream) => [
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
