/** Bodies of the direct adjustment's commands, as the API takes them. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Maybe, Note, Reference, SaidNote, SignedQuantity } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';

export const DirectAdjustmentBody = Body({
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  ...DATED,
  reason: SaidNote(),
  ...NOTED,
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      /** Above zero for goods found, below for goods missing. */
      quantity: SignedQuantity(),
      /** Of a base unit, in the system currency: what goods found are worth where there is no average. */
      unit_cost: Maybe(ExactAmount()),
      note: Maybe(Note()),
    }),
    { maxItems: 2000 },
  ),
});
export type DirectAdjustmentInput = Static<typeof DirectAdjustmentBody>;
