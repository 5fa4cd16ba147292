/** The answers to what decisions ask of the read models. */
import type { Pool } from 'pg';
import { unreachable } from '../../domain/kernel/decider.ts';
import type { EventStore } from '../../event-store/port.ts';
import { commissionMeasure } from './commission-measure.ts';
import { foreignBalances } from './foreign-balances.ts';
import { levelsBelow } from './levels-below.ts';
import type { MeasureReader } from './more-facts.ts';

export function measuresFrom(pool: Pool, store: Pick<EventStore, 'head'>): MeasureReader {
  return (asked) => {
    switch (asked.of) {
      case 'commission':
        return commissionMeasure(pool, store, asked);
      case 'foreign_balances':
        return foreignBalances(pool, store, asked);
      case 'levels_below':
        return levelsBelow(pool, store, asked.category);
      default:
        return unreachable(asked);
    }
  };
}
