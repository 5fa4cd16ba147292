/** Body of an inventory adjustment, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, QuantityField } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';
import { FOUND_AT, GOODS_LINE, GOODS_OF_INVENTORY, LINES_MAX } from './goods-document.schema.ts';

/** `real_quantity` is the counted stock; zero when there is none. */
const CountedLineBody = Body({
  ...GOODS_LINE,
  real_quantity: QuantityField(),
  ...FOUND_AT,
  /** When the item was counted, `YYYY-MM-DDTHH:MM:SS`; absent when this is the moment of the document. */
  counted_at: Maybe(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$',
      examples: ['2026-03-10T09:30:00'],
    }),
  ),
});

/** Day and time of the count. */
export const InventoryAdjustmentBody = Body({
  ...GOODS_OF_INVENTORY,
  ...NOTED,
  lines: Type.Array(CountedLineBody, { maxItems: LINES_MAX }),
});
export type InventoryAdjustmentInput = Static<typeof InventoryAdjustmentBody>;

/** Fields of its answers besides those of the body; also the counting round, and all who counted when several did. */
export const INVENTORY_ADJUSTMENT_HELD: Held = {
  data: fields('is_timed counted_by count_round_fk', {
    lines: list('unit_factor'),
    counters: Type.Array(Type.Integer()),
  }),
};
