/**
 * What the purchase of a fixed asset posts when it is completed (docs/accounting.md, section 5):
 *
 *   debit  fixed assets      the account of the asset
 *   credit cash or payable
 *
 * and of one that was there before the books begin, on the day before:
 *
 *   debit  fixed assets                 its cost, in its own currency at the rate of its day
 *   credit accumulated depreciation     what was depreciated of it
 *   credit opening equity
 */
import type { AssetPurchase } from '../assets/asset-purchase.ts';
import type { AccountRef } from '../chart/chart.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { postOneAmount } from '../entries/one-amount.ts';
import { paidBy } from '../entries/paid-by.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, subtract } from '../values/money.ts';
import { convert } from '../values/rate.ts';

/** `document` is the stream of the purchase. */
export function postAssetPurchase(purchase: AssetPurchase, document: string): Posting {
  const debit = { account: { key: 'fixed-assets', of: purchase.fixed_asset_fk } } as const;
  const { payment_type, opened_on } = purchase;
  if (payment_type === 'opening') return opened(purchase, debit, opened_on ?? purchase.date);
  return postOneAmount(purchase, { debit, credit: paidBy({ ...purchase, payment_type }) }, 'out', document);
}

function opened(purchase: AssetPurchase, debit: { readonly account: AccountRef }, day: string): Posting {
  const { outlet_fk: outlet, fixed_asset_fk, system_currency_fk: system } = purchase;
  const { currency, rate } = currencyOf(purchase);
  const cost = convert(money(purchase.amount), currency, system, rate);
  const depreciated = money(purchase.depreciated_amount ?? '0');
  const inSystem = (base: Money) => ({ base, currency: system, foreign: base, rate: undefined });
  const inOwn = { base: cost, currency, foreign: money(purchase.amount), rate: currency === system ? undefined : rate };
  const party = `fixed_asset-${fixed_asset_fk}`;
  const lines: EntryLine[] = [
    { outlet, ...debit, ...inOwn },
    { outlet, party, account: { key: 'accumulated-depreciation' }, ...inSystem(negate(depreciated)) },
    { outlet, account: { key: 'opening-equity' }, ...inSystem(negate(subtract(cost, depreciated))) },
  ];
  return { ...posting(effectiveTime(day, null, 'in'), lines), isOpening: true };
}
