/**
 * What the sale or the disposal of a fixed asset posts (docs/accounting.md, section 5):
 *
 *   debit  cash or receivable         the sale price
 *   debit  depreciation               from the last month that was depreciated to the day
 *   debit  accumulated depreciation   depreciation of earlier months
 *   credit fixed assets               the cost
 *   credit gain, or debit loss        the difference
 */
import type { AssetSale } from '../assets/asset-sale.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { openedBy } from '../entries/open-items.ts';
import { receivedFrom } from '../entries/paid-by.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, subtract, sum } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';

/** `document` is the stream of the sale, under which the receivable is open. */
export function postAssetSale(sale: AssetSale, document: string): Posting {
  const proceeds = proceedsOf(sale);
  const received = proceeds.reduce<Money>((total, line) => add(total, line.base), money('0'));
  const [before, toTheDay] = [money(sale.depreciated_amount), money(sale.depreciation_amount)];
  const party = `fixed_asset-${sale.fixed_asset_fk}`;
  const gain = subtract(received, bookValueOf(sale));
  const lines: EntryLine[] = [
    ...inMoneyGiven(sale, sale.system_currency_fk, proceeds),
    { ...inSystem(sale, toTheDay), account: { key: 'depreciation' }, party },
    { ...inSystem(sale, before), account: { key: 'accumulated-depreciation' }, party },
    {
      ...inSystem(sale, negate(money(sale.cost_amount))),
      account: { key: 'fixed-assets', of: sale.fixed_asset_fk },
    },
    { ...inSystem(sale, negate(gain)), account: { key: gain < 0n ? 'asset-sale-loss' : 'asset-sale-gain' } },
  ];
  const effective = effectiveTime(sale.date, sale.time, 'in');
  const dues = [{ party: `customer-${sale.customer_fk}`, day: sale.due_date }];
  return posting(effective, lines, foreignCash(lines), openedBy(proceeds, sale.date, document, dues));
}

function proceedsOf(sale: AssetSale): EntryLine[] {
  if (sale.payment_type === null) return [];
  const { currency_fk: currency, system_currency_fk: system, payment_type } = sale;
  const at = sale.rate === null ? undefined : rate(sale.rate);
  const amount = money(sale.amount);
  const line = { base: convert(amount, currency, system, at), currency, foreign: amount, rate: at };
  return [{ outlet: sale.outlet_fk, ...receivedFrom({ ...sale, payment_type }), ...line }];
}

function inSystem({ outlet_fk: outlet, system_currency_fk: currency }: AssetSale, base: Money) {
  return { outlet, base, currency, foreign: base, rate: undefined };
}

/** The book value on the day of the sale, in the system currency. */
function bookValueOf(sale: AssetSale): Money {
  return subtract(money(sale.cost_amount), sum([money(sale.depreciated_amount), money(sale.depreciation_amount)]));
}
