/** Inventories: places of an outlet where goods are kept and counted. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'inventories',
  title: 'organisation:inventories',
  empty: 'organisation:inventories_empty',
  columns: [
    { field: 'inventory_name', kind: 'text', main: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'is_active', kind: 'boolean' },
  ],
  filters: [
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
    { field: 'is_active', kind: 'boolean' },
  ],
  inactive: { field: 'is_active', value: false },
});

export const Form = recordForm({
  resource: 'inventories',
  title: 'organisation:inventory',
  sections: [{ fields: ['inventory_name', 'inventory_name_ar', 'inventory_name_ckb', 'outlet_fk', 'is_active'] }],
});
