/** Outlets: shops and warehouses with books of their own. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'outlets',
  title: 'organisation:outlets',
  columns: [
    { field: 'outlet_name', kind: 'text', main: true },
    { field: 'code', kind: 'code' },
    { field: 'mobile', kind: 'code' },
    { field: 'city_fk', kind: 'reference', resource: 'cities' },
    { field: 'is_active', kind: 'boolean' },
  ],
  filters: [
    { field: 'city_fk', kind: 'lookup', resource: 'cities' },
    { field: 'is_active', kind: 'boolean' },
  ],
  inactive: { field: 'is_active', value: false },
});

export const Form = recordForm({
  resource: 'outlets',
  title: 'organisation:outlet',
  sections: [{ fields: ['outlet_name', 'code', 'mobile', 'city_fk', 'address', 'is_active'] }],
});
