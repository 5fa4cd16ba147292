/** What a promotion gives, compared with a plain calculation in numbers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PromotionData } from '../../domain/sales/promotion.record.ts';
import {
  creditedShares,
  notFor,
  type PromotedSale,
  resultOf,
  timesEarned,
} from '../../domain/sales/promotion-result.ts';

const FACTORS: Readonly<Record<number, string>> = { 1: '1', 2: '12', 3: '0' };
const factorOf = (item: number, unit: number) => (item === 99 ? undefined : FACTORS[unit]);

const promotionOf = (more: Partial<PromotionData>): PromotionData =>
  ({
    ...{ title: 'Spring', outlet_fk: null, start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' },
    ...{ items: [], minimum_amount: null, currency_fk: null, applies: 'each_time', reward_type: 'get_amount' },
    ...({ reward_items: [], reward_percentage: null, reward_amount: null } as object),
    ...(more as Partial<PromotionData>),
  }) as PromotionData;

interface Line {
  readonly item_fk: number;
  readonly unit: 1 | 2;
  readonly count: number;
  readonly price: number;
  readonly off: number;
}

const saleOf = (lines: readonly Line[], discount = 0): PromotedSale => ({
  ...{ outlet_fk: 1, date: '2026-03-10', currency_fk: 1, system_currency_fk: 1, decimals: 0 },
  ...{ discount: discount === 0 ? null : { type: 'amount', value: `${discount}` }, delivery_charge: null },
  rounding_step: null,
  lines: lines.map(({ item_fk, unit, count, price, off }) => ({
    ...{ item_fk, unit_factor: FACTORS[unit] ?? '1', quantity: `${count}`, price: `${price}`, tax_percent: null },
    discount: off === 0 ? null : { type: 'amount' as const, value: `${off}` },
  })),
});

const line = fc.record({
  item_fk: fc.constantFrom(11, 12),
  unit: fc.constantFrom(1 as const, 2 as const),
  count: fc.integer({ min: 0, max: 9 }),
  price: fc.integer({ min: 0, max: 50 }),
  off: fc.constantFrom(0, 0, 7),
});
const wanted = fc.record({
  item_fk: fc.constantFrom(11, 12, 99),
  unit_fk: fc.constantFrom(1, 2, 3),
  quantity: fc.integer({ min: 1, max: 4 }).map(String),
});
const terms = fc.record({
  items: fc.array(wanted, { maxLength: 2 }),
  minimum: fc.constantFrom(null, 10, 45),
  applies: fc.constantFrom('once' as const, 'each_time' as const),
});

/** How often the goods and the amount suffice, in plain numbers. */
function plainTimes(lines: readonly Line[], { items, minimum, applies }: Parameters<typeof asPromotion>[0]): number {
  const ofItems = items.map(({ item_fk, unit_fk, quantity }) => {
    const needed = item_fk === 99 ? 0 : Number(quantity) * Number(FACTORS[unit_fk]);
    const bought = lines
      .filter((own) => own.item_fk === item_fk)
      .reduce((sum, { unit, count }) => sum + count * Number(FACTORS[unit]), 0);
    return needed === 0 ? 0 : Math.floor(bought / needed);
  });
  const spent = lines.reduce((sum, { count, price, off }) => sum + count * price - off, 0);
  const all = minimum === null ? ofItems : [...ofItems, spent < 0 ? 0 : Math.floor(spent / minimum)];
  const least = all.length === 0 ? 0 : Math.min(...all);
  return applies === 'once' ? Math.min(least, 1) : least;
}

const asPromotion = (of: {
  readonly items: readonly { item_fk: number; unit_fk: number; quantity: string }[];
  readonly minimum: number | null;
  readonly applies: 'once' | 'each_time';
}) =>
  promotionOf({
    ...{ items: [...of.items], applies: of.applies },
    minimum_amount: of.minimum === null ? null : `${of.minimum}`,
  });

describe('a promotion', () => {
  it('is earned as often as all of its goods and its amount suffice', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), terms, (lines, of) => {
        expect(timesEarned(asPromotion(of), saleOf(lines), factorOf)).toBe(plainTimes(lines, of));
      }),
    );
  });

  it('is not earned again by what the whole invoice takes off', () => {
    const own = [{ item_fk: 11, unit: 1, count: 2, price: 30, off: 0 }] as const;
    const of = { items: [], minimum: 60, applies: 'once' } as const;
    expect(timesEarned(asPromotion(of), saleOf(own, 20), factorOf)).toBe(1);
  });

  it('gives its amount so many times, and none of another reward', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 900 }), (times, each) => {
        const goods = [{ item_fk: 11, unit: 1, count: times, price: 10, off: 0 }] as const;
        const items = [{ item_fk: 11, unit_fk: 1, quantity: '1' }];
        const result = (more: Partial<PromotionData>) =>
          resultOf(promotionOf({ items, reward_amount: `${each}`, ...more }), 3, saleOf(goods), factorOf);
        expect(result({})).toEqual({ promotion_fk: 3, reward_type: 'get_amount', times, amount: `${times * each}` });
        expect(result({ reward_type: 'get_free' })).toMatchObject({ times, amount: null });
        expect(result({ reward_amount: null })).toMatchObject({ amount: null });
      }),
    );
  });

  it('credits its amounts to the lines by what was paid for them, to the last unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.nat(300),
        (nets, credited) => {
          const of = (amount: string | null) =>
            ({ promotion_fk: 1, reward_type: 'get_amount', times: 1, amount }) as const;
          const lines = nets.map((net) => ({ net: (BigInt(net) * 10_000n) as never }));
          const shares = creditedShares([of(`${credited}`), of(null)], lines, 0);
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(BigInt(credited) * 10_000n);
          const paid = nets.map((net) => Math.max(net, 0));
          const whole = paid.reduce((sum, net) => sum + net, 0);
          if (whole === 0) return;
          shares.forEach((share, index) => {
            const exact = (credited * (paid[index] ?? 0)) / whole;
            expect(Math.abs(Number(share) / 10_000 - exact)).toBeLessThan(1);
          });
        },
      ),
    );
  });
});

describe('a sale that a promotion does not concern', () => {
  const sale = saleOf([]);
  const reason = (more: Partial<PromotionData>, of: Partial<PromotedSale> = {}) =>
    notFor(promotionOf({ ...more }), { ...sale, ...of });

  it('is on another day, in another outlet, or the promotion is not active', () => {
    const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((date) => reason({}, { date }));
    expect(days).toEqual(['promotion_not_on_this_day', undefined, undefined, 'promotion_not_on_this_day']);
    expect(reason({ status: 'inactive' })).toBe('promotion_not_active');
    expect([reason({ outlet_fk: 1 }), reason({ outlet_fk: 2 })]).toEqual([undefined, 'not_of_the_outlet']);
  });

  it('is in another currency than the amounts of the promotion, if it has amounts', () => {
    const dollars = { currency_fk: 2 };
    const cases = [
      [{}, {}, undefined],
      [{}, dollars, undefined],
      [{ currency_fk: 2 }, {}, undefined],
      [{ minimum_amount: '5' }, {}, undefined],
      [{ minimum_amount: '5' }, dollars, 'promotion_of_another_currency'],
      [{ reward_amount: '5' }, {}, undefined],
      [{ reward_amount: '5' }, dollars, 'promotion_of_another_currency'],
      [{ reward_amount: '5', currency_fk: 2 }, dollars, undefined],
      [{ minimum_amount: '5', currency_fk: 2 }, {}, 'promotion_of_another_currency'],
    ] as const;
    for (const [more, of, expected] of cases) expect(reason(more, of), JSON.stringify([more, of])).toBe(expected);
  });
});
