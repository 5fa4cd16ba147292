import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolKey } from '../../domain/costing/movement.ts';
import { Business, type Goods } from './business.ts';
import { type Happening, worthAfter } from './oracle.ts';

const single = (document: number): fc.Arbitrary<Goods> =>
  fc
    .record({
      item: fc.integer({ min: 1, max: 2 }),
      inventory: fc.integer({ min: 1, max: 2 }),
      count: fc.integer({ min: -9, max: 12 }),
      value: fc.integer({ min: 0, max: 40 }),
      how: fc.constantFrom('fact', 'average', 'average', 'like', 'part', 'count'),
      of: fc.integer({ min: 1, max: Math.max(1, document - 1) }),
    })
    .map(({ item, inventory, count, value, how, of }) => {
      const common = { item, inventory, quantity: String(count) };
      if (how === 'count') return { item, inventory, quantity: '0', counted: String(Math.abs(count)) };
      if (how === 'part') return { ...common, like: [`d-${of}`, 1, value], varianceTo: 'purchase-variance' };
      if (how === 'fact') return { ...common, posted: String(count < 0 ? -value : value) };
      return how === 'like' ? { ...common, like: [`d-${of}`, 1] as const } : common;
    });

/** One or two inputs, and one or two outputs that share their value and an added cost. */
const made = fc
  .record({
    inputs: fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 2,
    }),
    outputs: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 5 })),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    inventory: fc.integer({ min: 1, max: 2 }),
    plus: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ inputs, outputs, inventory, plus }): Goods[] => [
    ...inputs.map(([item, count]): Goods => ({ item, inventory: 1, quantity: String(-count) })),
    ...outputs.map(([item, count], part): Goods => {
      const shares = { of: inputs.map((_, index) => index + 1), weights: outputs.map(([, , weight]) => weight), part };
      return {
        item,
        inventory,
        quantity: String(count),
        made: shares,
        plus: String(plus),
        varianceTo: 'purchase-variance',
      };
    }),
  ]);
const goods = (document: number): fc.Arbitrary<Goods[]> =>
  fc.oneof(
    { arbitrary: fc.array(single(document), { minLength: 1, maxLength: 3 }), weight: 3 },
    { arbitrary: made, weight: 1 },
  );

const history: fc.Arbitrary<Happening[]> = fc.integer({ min: 1, max: 14 }).chain((length) =>
  fc.tuple(
    ...Array.from({ length }, (_, index) =>
      fc
        .record({
          back: fc.integer({ min: 0, max: 4 }),
          of: fc.integer({ min: 1, max: index + 1 }),
          day: fc.integer({ min: 1, max: 9 }),
          goods: goods(index + 1),
        })
        .map(
          (value): Happening =>
            value.back === 0 && index > 0
              ? { takeBack: `d-${Math.min(value.of, index)}` }
              : { post: { document: `d-${index + 1}`, at: `2026-03-0${value.day}T12:00:00`, goods: value.goods } },
        ),
    ),
  ),
);

/** Posts and reverses all happenings. */
function live(happenings: readonly Happening[]): Business {
  const business = new Business();
  for (const happening of happenings) {
    if ('post' in happening) business.post(happening.post.document, happening.post.at, ...happening.post.goods);
    else business.takeBack(happening.takeBack);
  }
  return business;
}

describe('the differences of any history', () => {
  it('are reversed in a pool whose first movement was a later one', () => {
    const at = (day: number) => `2026-03-0${day}T12:00:00`;
    const business = new Business();
    const made = { of: [1], weights: ['0'], part: 0 };
    const out = { item: 1, inventory: 1, quantity: '-1' };
    const into = { item: 2, inventory: 1, quantity: '1', made, plus: '0', varianceTo: 'purchase-variance' as const };
    business.post('d-1', at(3), out, into as never);
    business.post('d-2', at(2), { item: 1, inventory: 1, quantity: '1', posted: '0' });
    // The first movement in the pool of item 2 that is after the produced one in the order of effect.
    business.post('d-3', at(3), { item: 2, inventory: 1, quantity: '0', like: ['d-2', 1] });
    business.post('d-4', at(1), { item: 1, inventory: 1, quantity: '1', posted: '5000' });
    business.takeBack('d-2');
    expect(business.held(2, 1, at(9))).toEqual(['1', '5000']);
  });

  it('add up to the values of the oracle, as at any day, as known at any event', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 10 }), fc.nat(), (happenings, day, moment) => {
        const known = (moment % happenings.length) + 1;
        const at = `2026-03-${String(day).padStart(2, '0')}T12:00:00`;
        const told = live(happenings).deltas.filter(
          (delta) => delta.position <= BigInt(known) && delta.movement.effective <= at,
        );
        const expected = worthAfter(happenings, known).filter((candidate) => candidate.at <= at);
        const sums = (rows: readonly { key: string; quantity: bigint; value: bigint; variance: bigint }[]) => {
          const all: Record<string, [bigint, bigint, bigint]> = {};
          for (const { key, quantity, value, variance } of rows) {
            const [q, v, r] = all[key] ?? [0n, 0n, 0n];
            all[key] = [q + quantity, v + value, r + variance];
          }
          return Object.fromEntries(Object.entries(all).filter(([, [q, v, r]]) => q !== 0n || v !== 0n || r !== 0n));
        };
        expect(sums(told.map((costDelta) => ({ key: poolKey(costDelta.movement.pool), ...costDelta })))).toEqual(
          sums(expected.map((value) => ({ key: `stock:${value.item}:${value.inventory}`, ...value }))),
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('leave no value where there is no quantity, at any day', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 10 }), (happenings, day) => {
        const business = live(happenings);
        for (const [item, inventory] of [
          [1, 1],
          [1, 2],
          [2, 1],
          [2, 2],
        ] as const) {
          const [quantity, value] = business.held(item, inventory, `2026-03-${String(day).padStart(2, '0')}T23:59:59`);
          if (quantity === '0') expect(value).toBe('0');
        }
      }),
      { numRuns: 500 },
    );
  });
});
