/** Raw materials: goods consumed by productions. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('raw_materials', {
  words: { many: 'stock:raw_materials', one: 'stock:raw_material', empty: 'stock:raw_materials_empty' },
  columns: usual('item_fk', 'unit_fk', 'note'),
  filters: by('item_fk'),
  sections: [
    { fields: ['raw_material_name', 'raw_material_name_ar', 'raw_material_name_ckb', 'item_fk', 'unit_fk', 'note'] },
  ],
});
