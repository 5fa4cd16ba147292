/** Raw materials: goods that productions use up. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'raw_materials',
  title: 'stock:raw_materials',
  empty: 'stock:raw_materials_empty',
  columns: [
    { field: 'raw_material_name', kind: 'text', main: true },
    { field: 'item_fk', kind: 'reference', resource: 'items' },
    { field: 'unit_fk', kind: 'reference', resource: 'units' },
    { field: 'note', kind: 'text' },
  ],
  filters: [{ field: 'item_fk', kind: 'lookup', resource: 'items' }],
});

export const Form = recordForm({
  resource: 'raw_materials',
  title: 'stock:raw_material',
  sections: [{ fields: ['raw_material_name', 'item_fk', 'unit_fk', 'note'] }],
});
