/** The totals under the lines of a sale and of a purchase while they are entered, with the figures of decision 69. */
import { describe, expect, it } from 'vitest';
import { purchaseTotals } from '../../../web/purchasing/purchase-totals.ts';
import { saleTotals } from '../../../web/sales/sale-editor.tsx';
import type { ShownTotals } from '../../../web/shared/document/model/declaration.ts';
import type { Draft } from '../../../web/shared/document/model/draft.ts';

const facts = { systemCurrency: 1, roundingStep: '250', decimals: 0 };
const draft: Draft = {
  header: {
    currency_fk: 1,
    payment_type: 'cash',
    discount: { type: 'amount', value: '2000' },
    rounded_discount: '1500',
    delivery_charge: '300',
  },
  lines: [
    {
      key: 7,
      fields: { quantity: '3', price: '10000', tax_percent: '5', discount: { type: 'percent', value: '5' } },
    },
    { key: 9, fields: { quantity: '2', price: '7500', tax_percent: '5' } },
  ],
  costs: [],
};
const shown = ({ lines, rows, total }: ShownTotals) => ({
  lines: Object.fromEntries(lines),
  total,
  ...Object.fromEntries(rows.map(({ label, value }) => [label.replace('document:totals.', ''), value])),
});
const goods = {
  lines: { 7: '28500', 9: '15000' },
  gross: '45000',
  item_discount: '-1500',
  invoice_discount: '-2000',
  rounded_discount: '-1500',
  net: '40000',
  tax: '2000',
};

describe('the totals while a document is entered', () => {
  it('of a sale are the goods less all discounts, with tax, delivery and the rounding of cash', () => {
    expect(shown(saleTotals(draft, facts))).toEqual({ ...goods, delivery: '300', rounding: '-50', total: '42250' });
  });

  it('of a purchase are the goods less all discounts, with tax', () => {
    expect(shown(purchaseTotals(draft, facts))).toMatchObject({ ...goods, total: '42000' });
  });
});
