/** Rules of priced lines on completion, in every document: a quantity, a price, and discounts up to the amount. */

import type { DocumentTotals, PricedLine } from '../pricing/totals.ts';
import { readMoney } from '../values/money.ts';
import { readQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';

export interface Priced {
  readonly lines: readonly (PricedLine & { readonly bonus_quantity: string | null })[];
}

export function checkPricedLines(document: Priced, totals: DocumentTotals, issues: Issues): void {
  if (document.lines.length === 0) issues.add('lines', 'at_least_one_line');
  document.lines.forEach((line, index) => {
    const field = `lines.${index}`;
    const [sold, bonus] = [readQuantity(line.quantity) ?? 0n, readQuantity(line.bonus_quantity ?? '0') ?? 0n];
    if (sold < 0n || bonus < 0n || sold + bonus === 0n) issues.add(`${field}.quantity`, 'greater_than', { value: '0' });
    if ((readMoney(line.price) ?? -1n) < 0n) issues.add(`${field}.price`, 'min', { value: '0' });
    const amounts = totals.lines[index];
    if (amounts && amounts.itemDiscount > amounts.gross) issues.add(`${field}.discount`, 'discount_above_amount');
  });
  if (totals.net < 0n || totals.invoiceDiscount > totals.gross - totals.itemDiscount) {
    issues.add('discount', 'discount_above_amount');
  }
}
