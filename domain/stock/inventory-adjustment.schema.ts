/** Body of an inventory adjustment, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Maybe, Note, QuantityField, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';

export const InventoryAdjustmentBody = Body({
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  /** When it was counted. */
  ...DATED,
  ...NOTED,
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      /** What is there; zero where nothing is. */
      real_quantity: QuantityField(),
      /** Of a base unit, in the system currency: what goods found are worth where there is no average. */
      unit_cost: Maybe(ExactAmount()),
      note: Maybe(Note()),
    }),
    { maxItems: 2000 },
  ),
});
export type InventoryAdjustmentInput = Static<typeof InventoryAdjustmentBody>;
