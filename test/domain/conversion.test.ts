import { describe, expect, it } from 'vitest';
import { conversionDocument } from '../../domain/stock/making/conversion.document.ts';
import type { ConversionInput } from '../../domain/stock/making/conversion.schema.ts';
import { conversion } from '../../domain/stock/making/conversion.ts';
import { given } from './given.ts';
import { type Known, RECORDS } from './shop.ts';
import { workshop } from './workshop.ts';

const input: ConversionInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-10',
  conversion_type: 'item_to_collection',
  collection_fk: 1,
  quantity: '3',
};
const facts = workshop();
const drafted = given(conversion).after([{ type: 'draft', input }], facts);

describe('a conversion that is new', () => {
  it('takes its lines from the collection, items to collection', () => {
    const [event] = given(conversion).when({ type: 'draft', input }, facts).gives('conversion.drafted');
    expect(event?.data).toMatchObject({
      lines: [
        { role: 'input', item_fk: 11, quantity: '6', weight: null },
        { role: 'input', item_fk: 12, quantity: '3' },
        { role: 'output', item_fk: 22, quantity: '3', share: null, weight: '27000' },
      ],
    });
  });

  it('and the other way, where items share the cost by their sale prices', () => {
    const apart = { ...input, conversion_type: 'collection_to_item' as const };
    const [event] = given(conversion).when({ type: 'enter', input: apart }, facts).gives('conversion.completed');
    expect(event?.data).toMatchObject({
      lines: [
        { role: 'input', item_fk: 22, quantity: '3' },
        { role: 'output', item_fk: 11, quantity: '6', share: null, weight: '60000' },
        { role: 'output', item_fk: 12, quantity: '3', share: null, weight: '30000' },
      ],
    });
  });

  it('shares the cost by sale prices of two currencies, at the rate of the day', () => {
    const priced = (sale_price: string, price_currency_fk: number) => ({
      ...RECORDS['item-11'],
      ...{ item_name: 'Rice', price_currency_fk },
      item_units: [{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price, barcodes: [] }],
    });
    const one = { unit_fk: 1, quantity: '1' };
    const made = (currency: number, lines: readonly object[], rates?: Known['rates']) => {
      const collection = { item_fk: 22, unit_fk: 1, lines };
      const items = { 'item-11': priced('10', currency), 'item-12': priced('15000', 1) };
      const known = workshop({ records: { ...items, 'collection-1': collection }, ...(rates ? { rates } : {}) });
      const apart = { ...input, conversion_type: 'collection_to_item' as const, quantity: '1' };
      return given(conversion).when({ type: 'enter', input: apart }, known);
    };
    const both = [11, 12].map((item_fk) => ({ item_fk, ...one }));
    const rates = [{ id: 4, date: '2026-03-01', rate: '1490', in_rate: '1480' }];
    const [event] = made(2, both, rates).gives('conversion.completed');
    expect(event?.data).toMatchObject({ lines: [{}, { weight: '14800' }, { weight: '15000' }] });
    made(2, both, [{ id: 4, date: '2026-03-11', rate: '1490', in_rate: '1480' }]).isRefused(
      'lines.1.item_fk: no_rate_of_its_price',
    );
    // There are rates of dinar and dollar only.
    made(3, both, rates).isRefused('lines.1.item_fk: no_rate_of_its_price');
    made(2, both.slice(0, 1)).gives('conversion.completed');
  });

  it('requires an existing collection', () => {
    given(conversion)
      .when({ type: 'draft', input: { ...input, collection_fk: 9 } }, facts)
      .isRefused('collection_fk: unknown_record');
    given(conversion)
      .when({ type: 'draft', input }, workshop({ retired: ['collection-1'] }))
      .isRefused('collection_fk: retired_record');
  });
});

describe('a conversion that is a draft', () => {
  it('is completed with a quantity above zero', () => {
    drafted.when({ type: 'complete' }, facts).gives('conversion.completed');
    given(conversion)
      .after([{ type: 'draft', input: { ...input, quantity: '0' } }], facts)
      .when({ type: 'complete' }, facts)
      .isRefused(...[0, 1, 2].map((line) => `lines.${line}.quantity: greater_than`));
  });

  it('follows the collection when it is changed, and keeps its lines until then', () => {
    const other = workshop({
      records: {
        'collection-1': { item_fk: 22, unit_fk: 1, lines: [{ item_fk: 11, unit_fk: 1, quantity: '1' }] },
      },
    });
    const [complete] = drafted.when({ type: 'complete' }, other).events();
    expect(complete?.data).toMatchObject({ lines: [{ quantity: '6' }, { item_fk: 12 }, {}] });
    const [changed] = drafted.when({ type: 'change', input }, other).gives('conversion.draft_changed');
    expect(changed?.data).toMatchObject({ lines: [{ role: 'input', quantity: '3' }, { role: 'output' }] });
  });
});

describe('a conversion that is complete', () => {
  it('returns to draft and leaves the books', () => {
    const complete = drafted.after([{ type: 'complete' }], facts);
    complete.when({ type: 'return_to_draft', reason: 'x' }, facts).gives('conversion.returned_to_draft');
    complete.when({ type: 'discard' }, facts).isWrongState('return_to_draft');
    expect(conversionDocument.postingsOf(complete.state(), 'conversion-1')).toHaveLength(1);
  });
});
