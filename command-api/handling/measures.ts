/** The answers to what decisions ask of the read models. */
import type { Pool } from 'pg';
import type { EventStore } from '../../event-store/port.ts';
import { commissionMeasure } from './commission-measure.ts';
import { foreignBalances } from './foreign-balances.ts';
import type { MeasureReader } from './more-facts.ts';

export function measuresFrom(pool: Pool, store: Pick<EventStore, 'head'>): MeasureReader {
  return (asked) =>
    asked.of === 'commission' ? commissionMeasure(pool, store, asked) : foreignBalances(pool, store, asked);
}
