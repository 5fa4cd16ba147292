/** A unit in which goods are counted: piece, box, kilogram. */
import { Body, Maybe, Name, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const unit = declareRecord({
  kind: 'unit',
  resource: 'units',
  folder: 'catalogue',
  idField: 'unit_id',
  nameField: 'unit_name',
  schema: Body({
    unit_name: Name(),
    unit_name_ar: Maybe(Text(140)),
    unit_name_ckb: Maybe(Text(140)),
  }),
  defaults: { unit_name_ar: null, unit_name_ckb: null },
  list: {
    columns: ['unit_name', 'unit_name_ar', 'unit_name_ckb'],
    search: ['unit_name', 'unit_name_ar', 'unit_name_ckb'],
  },
});
