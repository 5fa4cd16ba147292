/** A unit in which goods are counted: piece, box, kilogram. */
import { Body, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const unit = declareRecord({
  names: { kind: 'unit', folder: 'catalogue', id: 'unit_id', name: 'unit_name' },
  schema: Body(translatedName('unit_name')),
  list: {
    columns: ['unit_name', 'unit_name_ar', 'unit_name_ckb'],
    search: ['unit_name', 'unit_name_ar', 'unit_name_ckb'],
  },
});
