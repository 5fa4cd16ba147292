/** A raw material: goods consumed by productions, and their unit in mixtures. */

import { declareRecord, type RecordData } from '../../records/record.ts';
import { Body, Maybe, Note, Reference, translatedName } from '../../schemas/fields.schema.ts';
import { checkItemUnit } from './components.ts';

export const rawMaterial = declareRecord({
  names: { kind: 'raw_material', folder: 'stock', id: 'raw_material_id', name: 'raw_material_name' },
  schema: Body({
    ...translatedName('raw_material_name'),
    item_fk: Reference('items'),
    unit_fk: Reference('units'),
    note: Maybe(Note()),
  }),
  references: { item_fk: 'item', unit_fk: 'unit' },
  ofDay: { fields: ['item_fk', 'unit_fk'] },
  embeds: ['item'],
  list: {
    columns: ['raw_material_name', 'item_fk', 'unit_fk', 'note'],
    search: ['raw_material_name', 'raw_material_name_ar', 'raw_material_name_ckb', 'note'],
  },
  check: (next: RecordData, _previous, facts, issues) => checkItemUnit(next, '', facts, issues),
});
