import { describe, expect, it } from 'vitest';
import { CostBook } from '../../domain/costing/cost-book.ts';
import { HistoryNeeded } from '../../domain/costing/pool-book.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { IQD } from '../../domain/values/rate.ts';
import { Business, movement } from './business.ts';

const day = (number: number, clock = '12:00:00') => `2026-03-${String(number).padStart(2, '0')}T${clock}`;

describe('goods that leave', () => {
  it('cost the average, and all of the value when all of them leave', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '3', posted: '10' });
    expect(shop.post('sale-1', day(2), { quantity: '-1' })).toEqual(['movement sale-1 2026-03-02 -3.3333']);
    expect(shop.post('sale-2', day(3), { quantity: '-2' })).toEqual(['movement sale-2 2026-03-03 -6.6667']);
    expect(shop.held(1, 1)).toEqual(['0', '0']);
  });
});

describe('a purchase that is entered late', () => {
  const late = () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '10', posted: '10000' });
    shop.post('sale-1', day(5), { quantity: '-6' });
    const told = shop.post('purchase-2', day(3), { quantity: '10', posted: '13000' });
    return { shop, told };
  };

  it('adds the difference to the cost of the sale after it, at the day of the sale', () => {
    const { shop, told } = late();
    expect(told).toEqual(['restatement sale-1 2026-03-05 -900']);
    expect(shop.held(1, 1)).toEqual(['14', '16100']);
  });

  it('does not change the cost as known before it', () => {
    const { shop } = late();
    expect(shop.held(1, 1, '9999', 2n)).toEqual(['4', '4000']);
    expect(shop.held(1, 1, day(4))).toEqual(['20', '23000']);
  });

  it('is reversed together with all cost differences that it caused', () => {
    const { shop } = late();
    expect(shop.takeBack('purchase-2')).toEqual(['restatement sale-1 2026-03-05 900']);
    expect(shop.held(1, 1)).toEqual(['4', '4000']);
  });
});

describe('a cost that is applied to a receipt later', () => {
  it('is shared between the stock on hand and the cost of the sold goods', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '10', posted: '10000' });
    shop.post('sale-1', day(2), { quantity: '-4' });
    expect(shop.post('purchase-1', day(1), { line: 1, quantity: '0', posted: '500' })).toEqual([
      'restatement sale-1 2026-03-02 -200',
    ]);
    expect(shop.held(1, 1)).toEqual(['6', '6300']);
  });
});

describe('stock below zero', () => {
  it('is valued at the last average, and trued up when goods come in', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '2', posted: '2000' });
    shop.post('sale-1', day(2), { quantity: '-2' });
    expect(shop.post('sale-2', day(3), { quantity: '-5' })).toEqual(['movement sale-2 2026-03-03 -5000']);
    expect(shop.held(1, 1)).toEqual(['-5', '-5000']);
    expect(shop.post('purchase-2', day(4), { quantity: '12', posted: '14400' })).toEqual([
      'movement purchase-2 2026-03-04 -1000',
    ]);
    expect(shop.held(1, 1)).toEqual(['7', '8400']);
  });

  it('costs zero without any earlier average or purchase', () => {
    const shop = new Business();
    expect(shop.post('sale-1', day(1), { quantity: '-5' })).toEqual([]);
    expect(shop.post('purchase-1', day(2), { quantity: '5', posted: '6000' })).toEqual([
      'movement purchase-1 2026-03-02 -6000',
    ]);
    expect(shop.held(1, 1)).toEqual(['0', '0']);
    expect(shop.post('sale-2', day(3), { quantity: '-1' })).toEqual(['movement sale-2 2026-03-03 -1200']);
  });
});

describe('a return', () => {
  it('has the cost of the sold line, and follows its restatement, in another inventory too', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '10', posted: '10000' });
    shop.post('sale-1', day(5), { quantity: '-6' });
    expect(shop.post('sale_return-1', day(6), { inventory: 2, quantity: '2', like: ['sale-1', 1] })).toEqual([
      'movement sale_return-1 2026-03-06 2000',
    ]);
    shop.post('sale-2', day(7), { inventory: 2, quantity: '-1' });
    expect(shop.post('purchase-2', day(3), { quantity: '10', posted: '13000' })).toEqual([
      'restatement sale-1 2026-03-05 -900',
      'restatement sale_return-1 2026-03-06 300',
      'restatement sale-2 2026-03-07 -150',
    ]);
    expect(shop.held(1, 2)).toEqual(['1', '1150']);
  });

  it('to the supplier takes at most the value on hand: the rest is a variance', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '5', posted: '5000' });
    shop.post('purchase-2', day(2), { quantity: '5', posted: '10000' });
    shop.post('sale-1', day(3), { quantity: '-5' });
    expect(shop.post('purchase_return-1', day(4), { quantity: '-5', posted: '-10000' })).toEqual([
      'movement purchase_return-1 2026-03-04 2500',
    ]);
    expect(shop.held(1, 1)).toEqual(['0', '0']);
  });

  it('without a document comes in at the present average', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '4', posted: '1000' });
    expect(shop.post('sale_return-1', day(2), { quantity: '2' })).toEqual(['movement sale_return-1 2026-03-02 500']);
  });
});

describe('goods found', () => {
  it('come in at the stated unit cost when the pool has no average', () => {
    const shop = new Business();
    expect(shop.post('direct_adjustment-1', day(1), { quantity: '3', unitCost: '250' })).toEqual([
      'movement direct_adjustment-1 2026-03-01 750',
    ]);
  });
});

describe('goods that are counted', () => {
  const counted = () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '10', posted: '10000' });
    const told = shop.post('count-1', day(5), { quantity: '0', counted: '8', contra: 'shrinkage' });
    return { shop, told };
  };

  it('post the missing quantity at the average', () => {
    const { shop, told } = counted();
    expect(told).toEqual(['movement count-1 2026-03-05 -2000']);
    expect(shop.held(1, 1)).toEqual(['8', '8000']);
  });

  it('keep the counted quantity when movements of earlier days are entered: the difference changes', () => {
    const { shop } = counted();
    expect(shop.post('sale-1', day(3), { quantity: '-3' })).toEqual([
      'movement sale-1 2026-03-03 -3000',
      'restatement count-1 2026-03-05 3000',
    ]);
    expect(shop.held(1, 1)).toEqual(['8', '8000']);
    expect(shop.held(1, 1, day(4))).toEqual(['7', '7000']);
    expect(shop.deltas.filter(({ movement: of }) => of.document === 'count-1').map((delta) => delta.quantity)).toEqual([
      -2_000_000n,
      3_000_000n,
    ]);
    expect(shop.takeBack('sale-1')).toEqual([
      'reversal sale-1 2026-03-03 3000',
      'restatement count-1 2026-03-05 -3000',
    ]);
  });

  it('do not change when a later movement is entered', () => {
    const { shop } = counted();
    expect(shop.post('sale-1', day(6), { quantity: '-3' })).toEqual(['movement sale-1 2026-03-06 -3000']);
    expect(shop.held(1, 1)).toEqual(['5', '5000']);
  });

  it('come in at the stated unit cost without any earlier average', () => {
    const shop = new Business();
    expect(shop.post('count-1', day(1), { quantity: '0', counted: '4', unitCost: '250' })).toEqual([
      'movement count-1 2026-03-01 1000',
    ]);
    expect(shop.post('count-2', day(2), { quantity: '0', counted: '4' })).toEqual([]);
  });

  it('lose their difference when the count is reversed', () => {
    const { shop } = counted();
    expect(shop.takeBack('count-1')).toEqual(['reversal count-1 2026-03-05 2000']);
    expect(shop.held(1, 1)).toEqual(['10', '10000']);
  });
});

describe('goods that come in parts', () => {
  it('add up exactly to the value of the whole', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '3', posted: '10' });
    shop.post('transfer-1', day(2), { quantity: '-3', contra: 'in-transit' });
    const part = (line: number, after: number) => ({
      line,
      inventory: 2,
      quantity: '1',
      like: ['transfer-1', 1, after] as const,
      contra: 'in-transit' as const,
    });
    expect(shop.post('transfer-1', day(3), part(11, 0))).toEqual(['movement transfer-1 2026-03-03 3.3333']);
    expect(shop.post('transfer-1', day(4), part(21, 1))).toEqual(['movement transfer-1 2026-03-04 3.3334']);
    expect(shop.post('transfer-1', day(5), part(31, 2))).toEqual(['movement transfer-1 2026-03-05 3.3333']);
    expect(shop.held(1, 2)).toEqual(['3', '10']);
  });

  it('post their own value to the contra account, also into a pool below zero', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { quantity: '10', posted: '12000' });
    shop.post('purchase-2', day(1), { inventory: 2, quantity: '1', posted: '1000' });
    shop.post('sale-1', day(1), { inventory: 2, quantity: '-6' });
    shop.post('transfer-1', day(2), { quantity: '-10', contra: 'in-transit' });
    shop.post('transfer-1', day(3), {
      line: 2,
      inventory: 2,
      quantity: '10',
      like: ['transfer-1', 1],
      contra: 'in-transit',
      varianceTo: 'purchase-variance',
    });
    const last = shop.deltas.at(-1);
    // Five pieces had left at a provisional cost of 1,000 each; the other five remain at 1,200.
    expect(shop.held(1, 2)).toEqual(['5', '6000']);
    expect([last?.cost, last?.variance]).toEqual([110_000_000n, -10_000_000n]);
  });
});

describe('goods that are made of others', () => {
  it('share the value of the inputs exactly, and follow its restatement', () => {
    const shop = new Business();
    shop.post('purchase-1', day(1), { item: 1, quantity: '3', posted: '10' });
    shop.post('purchase-2', day(1), { item: 2, quantity: '1', posted: '0.0001' });
    const made = (part: number) => ({ of: [1, 2], weights: [2, 1], part });
    shop.post(
      'production-1',
      day(5),
      { item: 1, quantity: '-3' },
      { item: 2, quantity: '-1' },
      { item: 3, quantity: '1', made: made(0), plus: '5', posted: '3' },
      { item: 4, quantity: '2', made: made(1), plus: '5', posted: '2' },
    );
    expect([shop.held(3, 1), shop.held(4, 1)]).toEqual([
      ['1', '10.0001'],
      ['2', '5'],
    ]);
    shop.post('sale-1', day(6), { item: 4, quantity: '-1' });
    expect(shop.post('purchase-3', day(2), { item: 1, quantity: '3', posted: '4' })).toEqual([
      'restatement production-1 2026-03-05 3',
      'restatement production-1 2026-03-05 -2',
      'restatement production-1 2026-03-05 -1',
      'restatement sale-1 2026-03-06 0.5',
    ]);
  });
});

describe('a part of a history', () => {
  it('is carried on below zero at the last cost, without the movements before', () => {
    const book = new CostBook();
    const pool = { kind: 'stock', item: 1, inventory: 1 } as const;
    book.load('stock:1:1', {
      from: day(5) as EffectiveTime,
      parts: [{ pool, outlet: 1, quantity: 0n, value: 0n }],
      movements: [],
      last: { by: 'average', quantity: 4_000_000n, value: 40_000_000n },
    });
    const posting = {
      effective: day(6) as EffectiveTime,
      lines: [],
      openItems: [],
      movements: [movement({ quantity: '-2' })],
    };
    expect(book.apply(9n, 'sale-1', posting, IQD)[0]?.value).toBe(-20_000_000n);
    expect(book.book(pool)?.lastCostAtEnd).toEqual({ by: 'average', quantity: 4_000_000n, value: 40_000_000n });
  });

  it('is refused when an earlier moment is requested', () => {
    const book = new CostBook();
    book.load('stock:1:1', {
      from: day(5) as EffectiveTime,
      parts: [
        { pool: { kind: 'stock', item: 1, inventory: 1 }, outlet: 1, quantity: 10_000_000n, value: 100_000_000n },
      ],
      movements: [],
    });
    const posting = {
      effective: day(4) as EffectiveTime,
      lines: [],
      movements: [movement({ quantity: '-1' })],
      openItems: [],
    };
    expect(() => book.apply(9n, 'sale-1', posting, IQD)).toThrow(HistoryNeeded);
    expect(book.apply(9n, 'sale-1', { ...posting, effective: day(5) as EffectiveTime }, IQD)[0]?.value).toBe(
      -10_000_000n,
    );
  });
});
