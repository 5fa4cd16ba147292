import { describe, expect, it } from 'vitest';
import type { Posting } from '../../domain/entries/entry.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { sale } from '../../domain/sales/sale.ts';
import { conversionDocument } from '../../domain/stock/making/conversion.document.ts';
import { conversion } from '../../domain/stock/making/conversion.ts';
import { productionDocument } from '../../domain/stock/making/production.document.ts';
import type { ProductionInput } from '../../domain/stock/making/production.schema.ts';
import { production } from '../../domain/stock/making/production.ts';
import { given } from '../domain/given.ts';
import { inTenThousandths } from '../domain/shop.ts';
import { workshop } from '../domain/workshop.ts';
import { Ledger } from './ledger.ts';

const facts = workshop();
const place = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };
const { currency_fk: _, ...here } = place;

const bought = (item_fk: number, quantity: string, price: string, date: string) => {
  const input = {
    ...place,
    date,
    payment_type: 'on_account' as const,
    supplier_fk: 8,
    lines: [{ item_fk, unit_fk: 1, quantity, price }],
  };
  return purchaseDocument.postingsOf(
    given(purchase)
      .after([{ type: 'enter', input, receive: true }], inTenThousandths())
      .state(),
    'purchase-1',
  )[0];
};
const sold = (item_fk: number, quantity: string, date: string) => {
  const lines = [{ item_fk, unit_fk: 1, quantity, price: '1000' }];
  const input = { ...place, date, payment_type: 'on_account' as const, customer_fk: 7, lines };
  return saleDocument.postingsOf(
    given(sale)
      .after([{ type: 'draft', input }, { type: 'complete' }], facts)
      .state(),
    'sale-1',
  )[0];
};
const made = (input: Omit<ProductionInput, 'outlet_fk' | 'inventory_fk'>): Posting | undefined => {
  const done = given(production).after([{ type: 'enter', input: { ...here, ...input } }], facts);
  return productionDocument.postingsOf(done.state(), 'production-1')[0];
};

const labour = { amount: '500', currency_fk: 1, payment_type: 'cash' as const, account_fk: 3 };
const baked = (more: Partial<ProductionInput> = {}) =>
  made({
    date: '2026-03-05',
    costs: [labour],
    lines: [
      { role: 'input', item_fk: 11, unit_fk: 1, quantity: '4' },
      { role: 'input', item_fk: 12, unit_fk: 1, quantity: '1' },
      { role: 'output', item_fk: 21, unit_fk: 1, quantity: '10' },
    ],
    ...more,
  });

function stocked(): Ledger {
  const ledger = new Ledger();
  ledger.post('purchase-1', bought(11, '10', '1000', '2026-03-01'));
  ledger.post('purchase-2', bought(12, '5', '2000', '2026-03-01'));
  return ledger;
}
const only = (sums: Record<string, string>, key: string) => sums[key];

describe('a production', () => {
  it('of 4 at 1,000 and 1 at 2,000 with 500 for labour makes goods for 6,500', () => {
    const ledger = stocked();
    expect(ledger.post('production-1', baked())).toEqual({ 'inventory:1': '500', 'cash:3': '-500' });
    // Ten cost 6,500 and four of them 2,600.
    expect(only(ledger.post('sale-1', sold(21, '4', '2026-03-06')), 'cost-of-goods-sold')).toBe('2600');
  });

  it('is valued anew by a late purchase of an input for an earlier day, and so is the sale of the output', () => {
    const ledger = stocked();
    ledger.post('production-1', baked());
    ledger.post('sale-1', sold(21, '4', '2026-03-06'));
    // 10 at 1,000 and 10 at 1,500 have an average of 1,250, so the four that were used cost 1,000 more; four tenths of
    // the output were sold.
    expect(ledger.post('purchase-3', bought(11, '10', '1500', '2026-03-02'))).toEqual({
      'inventory:1': '14600',
      'cost-of-goods-sold': '400',
      payable: '-15000',
    });
  });

  it('of several outputs shares the value of the inputs and the costs by weights, exactly', () => {
    const ledger = stocked();
    const posting = baked({
      lines: [
        { role: 'input', item_fk: 11, unit_fk: 1, quantity: '4' },
        { role: 'output', item_fk: 21, unit_fk: 1, quantity: '1', share: '1' },
        { role: 'output', item_fk: 22, unit_fk: 1, quantity: '1', share: '2' },
      ],
    });
    ledger.post('production-1', posting);
    // A third and two thirds of 4,500, also with a purchase price that cannot be divided exactly.
    expect(only(ledger.post('sale-1', sold(21, '1', '2026-03-06')), 'cost-of-goods-sold')).toBe('1500');
    expect(only(ledger.post('sale-2', sold(22, '1', '2026-03-06')), 'cost-of-goods-sold')).toBe('3000');
    const late = ledger.post('purchase-3', bought(11, '3', '1000.0001', '2026-03-02'));
    expect(late).toEqual({ 'inventory:1': '3000.0002', 'cost-of-goods-sold': '0.0001', payable: '-3000.0003' });
  });

  it('that returns to draft brings the inputs back, and removes the outputs', () => {
    const ledger = stocked();
    ledger.post('production-1', baked());
    expect(ledger.reverse('production-1')).toEqual({ 'inventory:1': '-500', 'cash:3': '500' });
    expect(ledger.ofOutlet(1)).toEqual({ 'inventory:1': '20000', payable: '-20000' });
  });

  it('may owe its costs in dollar, at the out rate', () => {
    const cost = { amount: '2', currency_fk: 2, rate_fk: 4, payment_type: 'on_account' as const, supplier_fk: 9 };
    const posting = baked({ costs: [cost] });
    expect(posting?.openItems).toMatchObject([{ party: 'supplier-9', currency: 2, document: 'production-1' }]);
    expect(stocked().post('production-1', posting)).toEqual({ 'inventory:1': '2980', payable: '-2980' });
  });
});

describe('a conversion', () => {
  const converted = (conversion_type: 'item_to_collection' | 'collection_to_item', quantity: string, date: string) => {
    const input = { ...here, date, conversion_type, collection_fk: 1, quantity };
    const done = given(conversion).after([{ type: 'enter', input }], facts);
    return conversionDocument.postingsOf(done.state(), 'conversion-1')[0];
  };

  it('values a collection at the cost of its items, and shares the cost of a collection by the sale prices of its items', () => {
    const ledger = stocked();
    // Three collections of 2 × 1,000 and 1 × 2,000 are 12,000.
    expect(ledger.post('conversion-1', converted('item_to_collection', '3', '2026-03-05'))).toEqual({});
    expect(only(ledger.post('sale-1', sold(22, '1', '2026-03-06')), 'cost-of-goods-sold')).toBe('4000');
    // One collection is converted back. The sale prices are equal, so the two pieces of the first item get two thirds
    // of 4,000, the piece of the second item one third.
    expect(ledger.post('conversion-2', converted('collection_to_item', '1', '2026-03-07'))).toEqual({});
    // The first item: 4 pieces at 1,000 and 2 pieces with a value of 2,666.6667.
    expect(only(ledger.post('sale-2', sold(11, '6', '2026-03-08')), 'cost-of-goods-sold')).toBe('6666.6667');
    // The second item: 2 pieces at 2,000 and 1 piece with a value of 1,333.3333.
    expect(only(ledger.post('sale-3', sold(12, '3', '2026-03-08')), 'cost-of-goods-sold')).toBe('5333.3333');
  });
});
