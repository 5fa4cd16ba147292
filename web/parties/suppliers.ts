/** Suppliers: who sells to us, or carries, clears and repairs for us. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'suppliers',
  title: 'parties:suppliers',
  empty: 'parties:suppliers_empty',
  columns: [
    { field: 'consumer_name', kind: 'text', main: true },
    { field: 'code', kind: 'code' },
    { field: 'supplier_type', kind: 'option' },
    { field: 'mobile', kind: 'code' },
    { field: 'city_fk', kind: 'reference', resource: 'cities' },
  ],
  filters: [
    { field: 'supplier_type', kind: 'option', options: ['individual', 'company'] },
    { field: 'city_fk', kind: 'lookup', resource: 'cities' },
  ],
});

export const Form = recordForm({
  resource: 'suppliers',
  title: 'parties:supplier',
  sections: [
    { fields: ['consumer_name', 'code', 'supplier_type'] },
    {
      title: 'parties:sections.contact',
      fields: ['mobile', 'office_phone', 'email', 'city_fk', 'address', 'note'],
    },
  ],
});
