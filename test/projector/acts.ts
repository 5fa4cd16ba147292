/** The acts of a random history of a business, with their random values. */
import fc from 'fast-check';

export interface Act {
  readonly what:
    | 'buy'
    | 'buy_with_costs'
    | 'sell'
    | 'return'
    | 'take_back'
    | 'complete'
    | 'apply_cost'
    | 'withdraw_cost'
    | 'land'
    | 'receive'
    | 'bill'
    | 'give_back'
    | 'order'
    | 'advance'
    | 'buy_ordered'
    | 'undo_ordered'
    | 'settle'
    | 'pay'
    | 'rename'
    | 'count'
    | 'dispose'
    | 'send'
    | 'sell_over'
    | 'make'
    | 'arrive';
  readonly day: number;
  /** 1 to 12; March if it is undefined. */
  readonly month?: number;
  readonly time: string | null;
  readonly outlet: number;
  readonly items: readonly number[];
  readonly count: number;
  readonly price: number;
  readonly foreign: boolean;
  readonly onAccount: boolean;
  readonly boxes: boolean;
  readonly party: number;
  /** Selects one of the earlier documents. */
  readonly of: number;
}

export function dateOf({ day, month = 3 }: Pick<Act, 'day' | 'month'>): string {
  return `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The kinds of acts; a kind that is listed several times is more probable. */
export const WHAT: readonly Act['what'][] = [
  ...(['buy', 'buy', 'buy_with_costs', 'sell', 'sell', 'sell', 'return', 'take_back', 'complete'] as const),
  ...(['apply_cost', 'receive', 'settle', 'pay', 'rename', 'count', 'count', 'dispose'] as const),
  ...(['send', 'sell_over', 'arrive', 'make'] as const),
  ...(['withdraw_cost', 'land', 'bill', 'give_back', 'order', 'advance', 'buy_ordered', 'undo_ordered'] as const),
];

export const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom<Act['what']>(...WHAT),
  day: fc.integer({ min: 1, max: 28 }),
  time: fc.constantFrom(null, null, '10:30', '15:00:30'),
  outlet: fc.integer({ min: 0, max: 1 }),
  items: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 1, maxLength: 3 }),
  count: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  foreign: fc.boolean(),
  onAccount: fc.boolean(),
  boxes: fc.boolean(),
  party: fc.integer({ min: 0, max: 1 }),
  of: fc.nat(),
});

export const history = (length: number): fc.Arbitrary<Act[]> =>
  fc.array(act, { minLength: Math.ceil(length / 2), maxLength: length, size: 'max' });

interface Payer {
  readonly foreign: boolean;
  readonly count: number;
  readonly of: number;
}

/**
 * Who pays at once, from `cashes` in dinars and in dollars, after `first` others: one act of eleven from that of the other
 * currency, at a typed rate or at that of its day.
 */
export function paidFrom({ foreign, count, of }: Payer, cashes: readonly number[], first = 0): object {
  const isOther = of % 11 === 8;
  const account_fk = cashes[first + (foreign === isOther ? 0 : 1)];
  return { account_fk, ...(isOther && count % 2 === 0 ? { paid_rate: `${1440 + count * 3}.25` } : {}) };
}
