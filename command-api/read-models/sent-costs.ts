/** What the goods of a transfer cost when they were sent. */
import { ARRIVAL_STEP } from '../../domain/batches/arriving-batches.ts';
import type { SentCost } from '../../domain/stock/transit/charged-missing.ts';
import type { CurrentQuery } from './named-query.ts';

/** With what costs changed since; arrivals have higher numbers of movements. */
export const SENT_COSTS: CurrentQuery<[document: string], SentCost> = {
  name: 'costs of goods on their way',
  staleness: 'position of the decision',
  sql: `select move_line::int as line_id, trim_scale(-sum(value))::text as value from read.stock_line
    where document = $1 and move_line < ${ARRIVAL_STEP} group by move_line`,
};
