/** Body fields shared by documents that change the goods of one inventory. */

import { Type } from 'typebox';
import { BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
import { ExactAmount, Maybe, Note, Reference } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { DATED } from '../schemas/paid-fields.schema.ts';

export const GOODS_OF_INVENTORY = { outlet_fk: Reference('outlets'), inventory_fk: Reference('inventories'), ...DATED };

export const GOODS_LINE = {
  line_id: Type.Optional(LineId()),
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  ...BATCHES_OF_LINE,
  note: Maybe(Note()),
};

/** Cost of a base unit in the system currency, for found goods without an average. */
export const FOUND_AT = { unit_cost: Maybe(ExactAmount()) };

export const LINES_MAX = 2000;
