/** The answers to what decisions ask of the read models. */
import type { Pool } from 'pg';
import { unreachable } from '../../domain/kernel/decider.ts';
import { readDate } from '../../domain/kernel/effective-date.ts';
import type { EventStore } from '../../event-store/port.ts';
import { commissionMeasure } from './commission-measure.ts';
import { foreignBalances } from './foreign-balances.ts';
import { levelsBelow } from './levels-below.ts';
import type { MeasureReader } from './on-demand-facts.ts';

export function measuresFrom(pool: Pool, store: Pick<EventStore, 'head'>): MeasureReader {
  return async (asked, reads) => {
    // The decider refuses a day that is not in the calendar; PostgreSQL would fail on it.
    if ('to' in asked && !readDate(asked.to)) return undefined;
    switch (asked.of) {
      case 'commission':
        // What is stored meanwhile counts for the next commission, which claims this one as its predecessor.
        return commissionMeasure(pool, store, asked);
      case 'foreign_balances':
        return foreignBalances(pool, store, asked, reads);
      case 'levels_below':
        return levelsBelow(pool, store, asked.category, reads);
      default:
        return unreachable(asked);
    }
  };
}
