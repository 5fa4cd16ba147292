/** Raw materials: goods that productions use up. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'raw_materials',
  title: 'stock:raw_materials',
  empty: 'stock:raw_materials_empty',
  columns: [{ field: 'raw_material_name', kind: 'text', main: true }, ...usual('item_fk', 'unit_fk', 'note')],
  filters: by('item_fk'),
});

export const Form = recordForm({
  resource: 'raw_materials',
  title: 'stock:raw_material',
  sections: [{ fields: ['raw_material_name', 'item_fk', 'unit_fk', 'note'] }],
});
