/** How a purchase is added up while it is entered: by the server's function, without delivery and rounding, which it does not have. */
import { money, negate, printMoney, subtract, toMoney } from '../../domain/kernel/money.ts';
import { documentTotals, type PricedDocument } from '../../domain/sales/totals.ts';
import { amountOf, discountOf } from '../shared/document/fields/usual-fields.ts';
import type { HeaderFacts, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, idOf } from '../shared/document/model/draft.ts';
import { taxPercent } from '../shared/document/model/reference-data.ts';

export function pricedPurchase({ header, lines }: Draft, { decimals }: HeaderFacts): PricedDocument {
  return {
    lines: lines.map(({ fields }) => ({
      quantity: amountOf(fields['quantity']),
      price: amountOf(fields['price']),
      discount: discountOf(fields['discount']),
      tax_percent: typeof fields['tax_percent'] === 'string' ? fields['tax_percent'] : taxPercent(fields['tax_fk']),
    })),
    discount: discountOf(header['discount']),
    rounded_discount: amountOf(header['rounded_discount']),
    delivery_charge: null,
    rounding_step: null,
    decimals,
  };
}

export function purchaseTotals(draft: Draft, facts: HeaderFacts): ShownTotals {
  const { header, lines } = draft;
  const totals = documentTotals(pricedPurchase(draft, facts));
  const rounded = money(amountOf(header['rounded_discount']));
  const ofLine = totals.lines.map((line) => printMoney(toMoney(line.gross - line.itemDiscount)));
  const stock = lines.flatMap(({ key, fields }) => {
    const known = facts.traded?.get(idOf(fields, 'item_fk') ?? 0);
    return known ? [[key, known.stock] as const] : [];
  });
  return {
    lines: new Map(lines.map((line, index) => [line.key, ofLine[index] ?? '0'])),
    columns: { stock_quantity: new Map(stock) },
    rows: [
      { label: 'document:totals.gross', value: printMoney(totals.gross), always: true },
      { label: 'document:totals.item_discount', value: printMoney(toMoney(-totals.itemDiscount)) },
      { label: 'document:totals.invoice_discount', value: printMoney(subtract(rounded, totals.invoiceDiscount)) },
      { label: 'document:totals.rounded_discount', value: printMoney(negate(rounded)) },
      { label: 'document:totals.tax', value: printMoney(totals.tax) },
    ],
    total: printMoney(totals.total),
  };
}
