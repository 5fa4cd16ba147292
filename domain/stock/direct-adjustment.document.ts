/** The direct adjustment as a document: its name in the API, its number, and what it has in the books. */
import { declareAtOnce } from '../kernel/lifecycle.ts';
import { postDirectAdjustment } from '../posting/direct-adjustment.ts';
import { DirectAdjustmentBody } from './direct-adjustment.schema.ts';
import { DIRECT_ADJUSTMENT, directAdjustment } from './direct-adjustment.ts';

export const directAdjustmentDocument = declareAtOnce({
  kind: DIRECT_ADJUSTMENT,
  resource: 'inventory_direct_adjustments',
  decider: directAdjustment,
  body: DirectAdjustmentBody,
  post: postDirectAdjustment,
  prefix: 'DA-',
});
