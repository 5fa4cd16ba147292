/** Customers: who buys, on which terms, and up to which debit. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'customers',
  title: 'parties:customers',
  empty: 'parties:customers_empty',
  columns: [
    { field: 'consumer_name', kind: 'text', main: true },
    { field: 'code', kind: 'code' },
    { field: 'mobile', kind: 'code' },
    { field: 'city_fk', kind: 'reference', resource: 'cities' },
    { field: 'allowed_debit_amount', kind: 'amount', currency: 'system' },
  ],
  filters: [
    { field: 'city_fk', kind: 'lookup', resource: 'cities' },
    { field: 'mobile', kind: 'text' },
    { field: 'allowed_debit_amount', kind: 'amount_range' },
  ],
});

export const Form = recordForm({
  resource: 'customers',
  title: 'parties:customer',
  sections: [
    { fields: ['consumer_name', 'code'] },
    {
      title: 'parties:sections.contact',
      fields: ['mobile', 'office_phone', 'email', 'city_fk', 'address'],
    },
    { title: 'parties:sections.terms', fields: ['allowed_debit_amount', 'overdue_days', 'note'] },
  ],
});
