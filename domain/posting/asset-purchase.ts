/**
 * What the purchase of a fixed asset posts when it is completed (accounting.md, section 5):
 *
 *   debit  fixed assets      the account of the asset
 *   credit cash or payable
 */
import type { AssetPurchase } from '../assets/asset-purchase.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import { money, negate } from '../kernel/money.ts';
import { rate } from '../kernel/rate.ts';
import { inSystemCurrency, type Posting, posting } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { openedBy } from './open-items.ts';
import { paidBy } from './paid-by.ts';

/** `document` is the stream of the purchase: what is owed stays open under that name. */
export function postAssetPurchase(purchase: AssetPurchase, document: string): Posting {
  const amount = money(purchase.amount);
  const outlet = purchase.outlet_fk;
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'fixed-assets', of: purchase.fixed_asset_fk }, amount },
      { outlet, ...paidBy(purchase), amount: negate(amount) },
    ],
    {
      currency: purchase.currency_fk,
      system: purchase.system_currency_fk,
      rate: purchase.rate === null ? undefined : rate(purchase.rate),
    },
  );
  const effective = effectiveTime(purchase.date, purchase.time, 'out');
  return posting(effective, lines, foreignCash(lines), openedBy(lines, purchase.date, document));
}
