/** Customers of the mobile application. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

const STATUSES = ['active', 'inactive', 'blocked'];

export const Table = tableScreen({
  resource: 'online_customers',
  title: 'mobile:online_customers',
  empty: 'mobile:online_customers_empty',
  columns: [
    { field: 'consumer_name', kind: 'text', main: true },
    { field: 'mobile', kind: 'code' },
    { field: 'email', kind: 'code' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'status', kind: 'status', tones: { active: 'success', inactive: 'neutral', blocked: 'danger' } },
  ],
  filters: [
    { field: 'status', kind: 'option', options: STATUSES },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
  ],
  inactive: { field: 'status', value: 'inactive' },
});

export const Form = recordForm({
  resource: 'online_customers',
  title: 'mobile:online_customer',
  sections: [
    { fields: ['consumer_name', 'mobile', 'email', 'status', 'customer_fk', 'note'] },
    { title: 'parties:sections.addresses', fields: ['addresses'] },
  ],
});
