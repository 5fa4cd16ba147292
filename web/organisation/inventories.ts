/** Inventories: places of an outlet where goods are kept and counted. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'inventories',
  title: 'organisation:inventories',
  empty: 'organisation:inventories_empty',
  columns: [{ field: 'inventory_name', kind: 'text', main: true }, ...usual('outlet_fk', 'is_active')],
  filters: by('outlet_fk', 'is_active'),
  inactive: { field: 'is_active', value: false },
});

export const Form = recordForm({
  resource: 'inventories',
  title: 'organisation:inventory',
  sections: [{ fields: ['inventory_name', 'inventory_name_ar', 'inventory_name_ckb', 'outlet_fk', 'is_active'] }],
});
