/**
 * What a depreciation posts, for each asset (docs/accounting.md, section 5):
 *
 *   debit  depreciation
 *   credit accumulated depreciation
 */
import type { Depreciation } from '../assets/depreciation.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate } from '../values/money.ts';

export function postDepreciation(depreciation: Depreciation): Posting {
  const lines = depreciation.lines.flatMap((line): DocumentLine[] => {
    const of = {
      outlet: depreciation.outlet_fk,
      party: `fixed_asset-${line.fixed_asset_fk}`,
      line: line.line_id,
    };
    const amount = money(line.amount);
    return [
      { ...of, account: { key: 'depreciation' }, amount },
      { ...of, account: { key: 'accumulated-depreciation' }, amount: negate(amount) },
    ];
  });
  return posting(effectiveTime(depreciation.date, null, 'out'), inSystemCurrency(lines, currencyOf(depreciation)));
}
