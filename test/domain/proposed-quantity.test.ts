import { describe, expect, it } from 'vitest';
import { numberedReturns } from '../../domain/pricing/returned-quantities.ts';
import { type OrderNeed, proposedQuantity, proposedTransfers } from '../../domain/purchasing/proposed-order.ts';
import { dayAfterClosed, firstOpenDay } from '../../domain/values/prior-period.ts';

const NOTHING: OrderNeed = {
  ...{ in_hand: '0', reserved: '0', on_order: '0', on_the_way: '0', minimum: '0', maximum: null, sold: '0' },
};
const proposed = (need: Partial<OrderNeed>, factor = '1', transferred = '0') =>
  proposedQuantity({ ...NOTHING, ...need }, factor, transferred);

describe('the proposed quantity', () => {
  it('is what is needed less what is in hand, on order and on the way', () => {
    const need = { sold: '20', minimum: '5', reserved: '3', in_hand: '10', on_order: '4', on_the_way: '2' };
    expect(proposed(need)).toBe('12');
    expect(proposed({ sold: '3', in_hand: '3' })).toBe('0');
    expect(proposed({ sold: '3', in_hand: '8' })).toBe('0');
  });

  it('is whole units, rounded up', () => {
    expect(['12', '13', '24', '24.5'].map((sold) => proposed({ sold }, '12'))).toEqual(['1', '2', '2', '3']);
  });

  it('fills an inventory up to its maximum as soon as it has less than its minimum, whatever was sold', () => {
    const levels = { minimum: '20', maximum: '50', sold: '80' };
    expect(['19.5', '20', '60'].map((in_hand) => proposed({ ...levels, in_hand }))).toEqual(['30', '0', '0']);
    // What is reserved is not there, what is on its way is.
    expect(proposed({ ...levels, in_hand: '21', reserved: '2' })).toBe('31');
    expect(proposed({ ...levels, in_hand: '10', on_order: '6', on_the_way: '4' })).toBe('0');
    expect(proposed({ ...levels, in_hand: '-3' })).toBe('53');
  });

  it('exceeds a maximum with a whole unit only where fewer would leave less than the minimum', () => {
    const levels = { minimum: '20', maximum: '50' };
    // 45 are missing: three boxes of 12 make 41.
    expect(proposed({ ...levels, in_hand: '5' }, '12')).toBe('3');
    // None of 60 would leave 5, below the minimum; none of 60 after 16 more leaves 21.
    expect(proposed({ ...levels, in_hand: '5' }, '60')).toBe('1');
    expect(proposed({ ...levels, in_hand: '5' }, '60', '16')).toBe('0');
    expect(proposed({ ...levels, in_hand: '2' }, '12', '48')).toBe('0');
  });

  it('is what no transfer brings, and nothing when transfers bring more', () => {
    expect(proposed({ minimum: '30', in_hand: '4' }, '12', '2')).toBe('2');
    expect(proposed({ minimum: '30', in_hand: '4' }, '12', '26')).toBe('0');
    expect(proposed({ minimum: '30', in_hand: '4' }, '12', '40')).toBe('0');
  });
});

describe('proposed transfers', () => {
  const source = (inventory_fk: number, available: string, kept: string) => ({ inventory_fk, available, kept });
  const moved = (need: Partial<OrderNeed>, ...sources: ReturnType<typeof source>[]) =>
    proposedTransfers({ ...NOTHING, ...need }, sources).map(
      ({ from_inventory_fk: from, quantity, spare }) => `${from}: ${quantity} of ${spare}`,
    );

  it('take of each source, in order, what it has above what it keeps, until nothing is missing', () => {
    const need = { minimum: '20', maximum: '50', in_hand: '8' };
    expect(moved(need, source(2, '55', '30'), source(3, '22', '15'), source(4, '100', '0'))).toEqual([
      '2: 25 of 25',
      '3: 7 of 7',
      '4: 10 of 100',
    ]);
    expect(moved(need, source(2, '100', '0'), source(3, '100', '0'))).toEqual(['2: 42 of 100']);
  });

  it('leave a source that has no more than it keeps, or less than nothing', () => {
    expect(moved({ minimum: '5' }, source(2, '30', '30'), source(3, '4', '9'), source(4, '-6', '0'))).toEqual([]);
    expect(moved({ minimum: '5', in_hand: '5' }, source(2, '30', '0'))).toEqual([]);
  });

  it('are whole base units: a part of one is neither taken nor left missing', () => {
    expect(moved({ minimum: '5', in_hand: '2.5' }, source(2, '30.75', '29'), source(3, '9', '0'))).toEqual([
      '2: 1 of 1',
      '3: 2 of 9',
    ]);
    expect(moved({ minimum: '2', maximum: '5.5', in_hand: '1' }, source(2, '30', '0'))).toEqual(['2: 4 of 30']);
  });
});

it('returned lines without a number get the next one after the highest', () => {
  const lines = [{ quantity: '1', line_id: 4 }, { quantity: '2' }, { quantity: '3', line_id: 2 }, { quantity: '4' }];
  expect(numberedReturns(lines).map(({ line_id }) => line_id)).toEqual([4, 5, 2, 6]);
});

describe('a day of a closed year', () => {
  const year = (number: number, status: string) => ({ from: `${number}-01-01`, to: `${number}-12-31`, status });
  const years = [year(2023, 'closed'), year(2024, 'closed'), year(2025, 'open'), year(2026, 'open')] as never;

  it('belongs to its first and to its last day, and has the first open day after it', () => {
    expect(['2023-01-01', '2024-12-31'].map((day) => firstOpenDay(day, years))).toEqual(['2025-01-01', '2025-01-01']);
    expect(['2022-12-31', '2025-01-01'].map((day) => firstOpenDay(day, years))).toEqual([undefined, undefined]);
  });

  it('has the day after the last closed year', () => {
    expect(['2023-01-01', '2024-12-31'].map((day) => dayAfterClosed(day, years))).toEqual(['2025-01-01', '2025-01-01']);
    expect(['2022-12-31', '2025-01-01'].map((day) => dayAfterClosed(day, years))).toEqual([undefined, undefined]);
  });
});
