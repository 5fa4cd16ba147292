/** What confirmed orders keep from being sold to others. */
import type { Claim } from '../kernel/claim.ts';
import { RESERVED_DAY } from '../kernel/level-marks.ts';
import { printQuantity, toQuantity } from '../kernel/quantity.ts';
import { goodsSold } from '../posting/sold-lines.ts';
import type { OnlineOrderState } from './online-order.ts';
import { BONUS_LINE } from './totals.ts';

/**
 * A reservation leaves the level of stock on a day after every other, and a level must hold on every day after it is
 * changed: so nothing that is reserved is sold, while what is there, and what is counted, stays as it is until then.
 */
export function reservationClaims(before: OnlineOrderState, after: OnlineOrderState): Claim[] {
  return [...claimsOf(before, 'released'), ...claimsOf(after, 'reserved')];
}

function claimsOf(state: OnlineOrderState, direction: 'reserved' | 'released'): Claim[] {
  if (state.status !== 'confirmed' || !state.reserves) return [];
  return goodsSold(state.data).flatMap(({ pool, line, quantity }): Claim[] => {
    if (pool.kind !== 'stock') return [];
    const index = state.data.lines.findIndex((saleLine) => saleLine.line_id === line % BONUS_LINE);
    const common = {
      kind: 'level',
      key: `stock:${pool.item}:${pool.inventory}`,
      day: RESERVED_DAY,
      field: `lines.${Math.max(index, 0)}.quantity`,
      message: 'not_enough_stock',
    } as const;
    return direction === 'reserved'
      ? [{ ...common, delta: printQuantity(quantity), floor: '0' }]
      : [{ ...common, delta: printQuantity(toQuantity(-quantity)) }];
  });
}
