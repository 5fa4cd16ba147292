/** Totals of a purchase during entry: computed with the server's function, without delivery and rounding. */
import { documentTotals, type PricedDocument } from '../../domain/pricing/totals.ts';
import { amountOf, discountOf } from '../shared/document/fields/usual-fields.ts';
import type { HeaderFacts, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, idOf } from '../shared/document/model/draft.ts';
import { pricedTotals } from '../shared/document/model/goods/priced-totals.ts';
import { taxPercent } from '../shared/document/model/reference-data.ts';

export function pricedPurchase({ header, lines }: Draft, { decimals }: HeaderFacts): PricedDocument {
  return {
    lines: lines.map(({ fields }) => ({
      quantity: amountOf(fields['quantity']),
      price: amountOf(fields['price']),
      discount: discountOf(fields['discount']),
      tax_percent:
        typeof fields['tax_percent'] === 'string'
          ? fields['tax_percent']
          : taxPercent(fields['tax_fk'], header['date']),
    })),
    discount: discountOf(header['discount']),
    rounded_discount: amountOf(header['rounded_discount']),
    delivery_charge: null,
    rounding_step: null,
    decimals,
  };
}

export function purchaseTotals(draft: Draft, facts: HeaderFacts): ShownTotals {
  const stock = draft.lines.flatMap(({ key, fields }) => {
    const known = facts.traded?.get(idOf(fields, 'item_fk') ?? 0);
    return known ? [[key, known.stock] as const] : [];
  });
  return {
    ...pricedTotals(draft, documentTotals(pricedPurchase(draft, facts))),
    columns: { stock_quantity: new Map(stock) },
  };
}
