/** Totals of a document with prices, discounts and taxes, for its editor. */

import type { documentTotals } from '../../../../../domain/pricing/totals.ts';
import { money, negate, printMoney, subtract, toMoney, ZERO } from '../../../../../domain/values/money.ts';
import { amountOf } from '../../fields/usual-fields.ts';
import type { ShownTotals } from '../declaration.ts';
import type { Draft } from '../draft.ts';

/** The totals of each line, and the rows from the goods to the tax. */
export function pricedTotals({ header, lines }: Draft, totals: ReturnType<typeof documentTotals>): ShownTotals {
  const rounded = money(amountOf(header['rounded_discount']));
  // Without discounts or taxes it repeats the amount or the total.
  const net = totals.tax === ZERO || totals.net === totals.gross ? ZERO : totals.net;
  const ofLine = totals.lines.map((line) => printMoney(toMoney(line.gross - line.itemDiscount)));
  return {
    lines: new Map(lines.map((line, index) => [line.key, ofLine[index] ?? '0'])),
    rows: [
      { label: 'document:totals.gross', value: printMoney(totals.gross), always: true },
      { label: 'document:totals.item_discount', value: printMoney(toMoney(-totals.itemDiscount)) },
      { label: 'document:totals.invoice_discount', value: printMoney(subtract(rounded, totals.invoiceDiscount)) },
      { label: 'document:totals.rounded_discount', value: printMoney(negate(rounded)) },
      { label: 'document:totals.net', value: printMoney(net) },
      { label: 'document:totals.tax', value: printMoney(totals.tax) },
    ],
    total: printMoney(totals.total),
  };
}
