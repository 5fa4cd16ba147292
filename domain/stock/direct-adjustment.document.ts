/** The direct adjustment as a document: its API resource, number prefix and postings. */

import { declareAtOnce } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { DIRECT_ADJUSTMENT_PAPERS } from '../paper/goods-papers.ts';
import { postDirectAdjustment } from '../posting/direct-adjustment.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { DirectAdjustmentBody } from './direct-adjustment.schema.ts';
import { DIRECT_ADJUSTMENT, directAdjustment } from './direct-adjustment.ts';

export const directAdjustmentDocument = declareAtOnce({
  kind: DIRECT_ADJUSTMENT,
  resource: 'inventory_direct_adjustments',
  folder: 'stock',
  decider: directAdjustment,
  body: DirectAdjustmentBody,
  papers: DIRECT_ADJUSTMENT_PAPERS,
  held: { data: fields('', { lines: list('unit_factor') }) },
  post: postDirectAdjustment,
  rule: RULES.directAdjustment,
  prefix: 'DA-',
});
