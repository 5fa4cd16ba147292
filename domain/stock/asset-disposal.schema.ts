/** Body of a destructed asset, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, OneOf, QuantityField, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';
import { DISPOSAL_TYPES } from './disposal-type.ts';

export const AssetDisposalBody = Body({
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  ...DATED,
  disposal_type: OneOf(DISPOSAL_TYPES),
  ...NOTED,
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      note: Maybe(Note()),
    }),
    { maxItems: 2000 },
  ),
  /** `done` enters it and says that it is ready to be approved. */
  status: Type.Optional(OneOf(['draft', 'done'])),
});
export type AssetDisposalInput = Static<typeof AssetDisposalBody>;
