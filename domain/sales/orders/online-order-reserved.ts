/** Stock reservations of confirmed orders. */
import type { Claim } from '../../deciding/claim.ts';
import { RESERVED_DAY } from '../../deciding/level-marks.ts';
import { goodsSold } from '../../entries/sold-lines.ts';
import { BONUS_LINE } from '../../pricing/totals.ts';
import { printQuantity, toQuantity } from '../../values/quantity.ts';
import type { OnlineOrderState } from './online-order.ts';

/**
 * A reservation reduces the level of stock on a day after all others. A changed level is checked on every later day,
 * so reserved goods cannot be issued, while stock and counts of the days before are unchanged.
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
