/** The purchase of a fixed asset as a document: its postings, and the claim that an asset is bought only once. */
import type { Claim } from '../kernel/claim.ts';
import { HELD_OR_OWED } from '../kernel/held.schema.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postAssetPurchase } from '../posting/asset-purchase.ts';
import { RULES } from '../posting/rules.ts';
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
  held: HELD_OR_OWED,
  post: postAssetPurchase,
  rule: RULES.assetPurchase,
  prefix: 'AP-',
  claims: (before, after, stream) => [...boughtOnce(before, 'release', stream), ...boughtOnce(after, 'take', stream)],
});

function boughtOnce(state: AssetPurchaseState, action: 'take' | 'release', owner: string): Claim[] {
  if (state.status !== 'complete') return [];
  const key = String(state.data.fixed_asset_fk);
  return [{ kind: 'unique', set: 'asset_purchase.fixed_asset', key, owner, action, field: 'fixed_asset_fk' }];
}
