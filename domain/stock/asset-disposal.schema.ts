/** Body of a destructed asset, as the API takes it. */
import { type Static, Type } from 'typebox';
import {
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  QuantityField,
  Reference,
  ReferenceNumber,
  TimeField,
} from '../kernel/fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';
import { DISPOSAL_TYPES } from './disposal-type.ts';

export const AssetDisposalBody = Body({
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  date: DateField(),
  time: Maybe(TimeField()),
  disposal_type: OneOf(DISPOSAL_TYPES),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
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
