/** Bodies of the direct adjustment's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Body, RequiredNote, SignedQuantity } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';
import { FOUND_AT, GOODS_LINE, GOODS_OF_INVENTORY, LINES_MAX } from './goods-document.schema.ts';

/** `quantity` is positive for found goods, negative for missing goods. */
const DirectAdjustmentLineBody = Body({ ...GOODS_LINE, quantity: SignedQuantity(), ...FOUND_AT });

export const DirectAdjustmentBody = Body({
  ...GOODS_OF_INVENTORY,
  reason: RequiredNote(),
  ...NOTED,
  lines: Type.Array(DirectAdjustmentLineBody, { maxItems: LINES_MAX }),
});
export type DirectAdjustmentInput = Static<typeof DirectAdjustmentBody>;
