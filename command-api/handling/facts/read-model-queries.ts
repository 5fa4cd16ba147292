/** Runs the read model queries of decisions. */
import type { Pool } from 'pg';
import { unreachable } from '../../../domain/deciding/decider.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import type { EventStore } from '../../../event-store/port.ts';
import { READ_WAIT_MS } from '../../read-models/models-at.ts';
import { assetLives } from './asset-lives.ts';
import { codesLikeLabels } from './codes-like-labels.ts';
import { commissionQuery } from './commission-query.ts';
import { documentsUnderWay } from './documents-under-way.ts';
import { foreignBalances } from './foreign-balances.ts';
import { levelsBelow } from './levels-below.ts';
import type { QueryRunner } from './on-demand-facts.ts';
import { paidPeriods } from './paid-periods.ts';
import { namedRecords, sameNames } from './same-names.ts';
import { taxQuery } from './tax-query.ts';
import { toldBatches } from './told-batches.ts';

export function readModelQueriesFrom(pool: Pool, store: Pick<EventStore, 'head'>): QueryRunner {
  return async (requested, reads) => {
    // The decider refuses an invalid calendar day; PostgreSQL would throw an error.
    if ('to' in requested && !readDate(requested.to)) return undefined;
    switch (requested.of) {
      case 'commission':
        // Documents stored after this query count for the next commission, which refers to this one as its
        // predecessor.
        return commissionQuery(pool, store, requested);
      case 'foreign_balances':
        return foreignBalances({ pool, store, reads, to: requested.to }, requested.outlet);
      case 'levels_below':
        return levelsBelow(pool, store, requested.category, reads);
      case 'codes_like_labels':
        return codesLikeLabels(pool, store, requested.prefixes, reads);
      case 'documents_under_way':
        return documentsUnderWay(pool, store, requested.states, reads);
      case 'same_names': {
        const rows = await namedRecords(pool, store, requested, { waitMs: READ_WAIT_MS, reads });
        return sameNames(rows, requested);
      }
      case 'asset_lives':
        return assetLives(pool, store, requested.purchases, reads);
      case 'paid_periods':
        return paidPeriods(pool, store, requested, reads);
      case 'told_batches':
        return toldBatches(pool, store, requested.item);
      case 'tax':
        return taxQuery({ pool, store, reads, to: requested.to }, requested.outlet);
      default:
        return unreachable(requested);
    }
  };
}
