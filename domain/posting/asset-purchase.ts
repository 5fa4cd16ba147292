/**
 * What the purchase of a fixed asset posts when it is completed (docs/accounting.md, section 5):
 *
 *   debit  fixed assets      the account of the asset
 *   credit cash or payable
 */
import type { AssetPurchase } from '../assets/asset-purchase.ts';
import type { Posting } from './entry.ts';
import { postOneAmount } from './one-amount.ts';
import { paidBy } from './paid-by.ts';

/** `document` is the stream of the purchase. */
export function postAssetPurchase(purchase: AssetPurchase, document: string): Posting {
  const debit = { account: { key: 'fixed-assets', of: purchase.fixed_asset_fk } } as const;
  return postOneAmount(purchase, { debit, credit: paidBy(purchase) }, 'out', document);
}
