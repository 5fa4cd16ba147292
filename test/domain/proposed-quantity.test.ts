import { describe, expect, it } from 'vitest';
import { numberedReturns } from '../../domain/pricing/returned-quantities.ts';
import { proposedQuantity } from '../../domain/purchasing/proposed-order.ts';
import { dayAfterClosed, firstOpenDay } from '../../domain/values/prior-period.ts';

const NOTHING = { in_hand: '0', reserved: '0', on_order: '0', on_the_way: '0', minimum: '0', sold: '0' };
const proposed = (need: Partial<typeof NOTHING>, factor = '1') =>
  proposedQuantity({ ...NOTHING, ...need } as never, factor);

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
