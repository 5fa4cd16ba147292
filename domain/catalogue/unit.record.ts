/** A unit in which goods are counted: piece, box, kilogram. */
import { Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, translatedName } from '../schemas/fields.schema.ts';

export const unit = declareRecord({
  names: { kind: 'unit', folder: 'catalogue', id: 'unit_id', name: 'unit_name' },
  schema: Body({
    ...translatedName('unit_name'),
    /** Nothing of this unit is bought, moved or sold in parts: half a piece is refused, half a box of twelve is six. */
    whole_only: Type.Optional(Type.Boolean()),
  }),
  list: {
    columns: ['unit_name', 'unit_name_ar', 'unit_name_ckb', 'whole_only'],
    search: ['unit_name', 'unit_name_ar', 'unit_name_ckb'],
  },
});
