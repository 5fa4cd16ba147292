/**
 * The sale of a fixed asset as a document: its postings, and the claims that an asset is sold only once and is not
 * depreciated afterwards.
 */

import { itemsThatMayBeOverdue } from '../debts/overdue.ts';
import type { Claim } from '../deciding/claim.ts';
import { LINK_ADDED, LINK_REMOVED } from '../deciding/level-marks.ts';
import type { AtOnceState } from '../documents/immediate.ts';
import { declareAtOnce } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { options, type Paper, texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postAssetSale } from '../posting/asset-sale.ts';
import { validDate } from '../values/effective-date.ts';
import { ASSET_SALE_HELD, AssetSaleBody } from './asset-sale.schema.ts';
import { ASSET_SALE, type AssetSale, assetSale } from './asset-sale.ts';
import { DEPRECIATION } from './depreciation.ts';

/** The paper of a fixed asset that leaves without a buyer. */
const DISPOSED: Partial<Paper> = {
  title: 'disposed_asset',
  party: undefined,
  signatures: ['issued_by', 'approved_by'],
};

export const assetSaleDocument = declareAtOnce({
  kind: ASSET_SALE,
  resource: 'asset_sales',
  folder: 'assets',
  decider: assetSale,
  owed: {},
  body: AssetSaleBody,
  papers: voucher('asset_sale', [...texts('fixed_asset_fk', 'asset_purchase_fk'), ...options('leaves_by'), ...PAID], {
    party: 'customer_fk',
    variants: { field: 'leaves_by', of: { disposal: DISPOSED } },
  }),
  held: ASSET_SALE_HELD,
  carriedAt: 'in',
  openItems: itemsThatMayBeOverdue,
  carriesSums: true,
  measures: ({ asset_purchase_fk }) =>
    typeof asset_purchase_fk === 'number' ? { of: 'asset_lives', purchases: [asset_purchase_fk] } : undefined,
  post: postAssetSale,
  rule: RULES.assetSale,
  prefix: 'FS-',
  claims: (before, after, stream) => [...goneOnce(before, 'release', stream), ...goneOnce(after, 'take', stream)],
});

const ANY_DAY = validDate('1900-01-01');

/**
 * The claims of a sale: the asset, and links to its purchase and to the counted depreciations. Neither the purchase
 * nor these depreciations can be reversed before the sale is reversed.
 */
function goneOnce(state: AtOnceState<AssetSale>, action: 'take' | 'release', owner: string): Claim[] {
  if (state.status !== 'complete') return [];
  const { asset_purchase_fk, depreciations } = state.data;
  const key = String(asset_purchase_fk);
  const once = {
    kind: 'unique',
    set: 'asset_sale.asset_purchase',
    key,
    owner,
    action,
    field: 'asset_purchase_fk',
  } as const;
  const link = { kind: 'level', day: ANY_DAY, field: 'asset_purchase_fk', message: 'protected' } as const;
  const links = depreciations.map((id): Claim => {
    return { ...link, key: `link:${DEPRECIATION}-${id}`, ...(action === 'take' ? LINK_ADDED : LINK_REMOVED) };
  });
  return [once, ...links];
}
