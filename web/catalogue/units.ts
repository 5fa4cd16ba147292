/** Units in which goods are counted. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'units',
  title: 'catalogue:units',
  empty: 'catalogue:units_empty',
  columns: [
    { field: 'unit_name', kind: 'text', main: true },
    { field: 'unit_name_ar', kind: 'text' },
    { field: 'unit_name_ckb', kind: 'text' },
  ],
});

export const Form = recordForm({
  resource: 'units',
  title: 'catalogue:unit',
  sections: [{ fields: ['unit_name', 'unit_name_ar', 'unit_name_ckb'] }],
});
