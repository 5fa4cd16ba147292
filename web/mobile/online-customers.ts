/** Customers of the mobile application. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

const STATUSES = ['active', 'inactive', 'blocked'];

export const Table = tableScreen({
  resource: 'online_customers',
  title: 'mobile:online_customers',
  empty: 'mobile:online_customers_empty',
  columns: [
    { field: 'consumer_name', kind: 'text', main: true },
    ...usual('mobile', 'email', 'customer_fk'),
    { field: 'status', kind: 'status', tones: { active: 'success', inactive: 'neutral', blocked: 'danger' } },
  ],
  filters: [oneOf('status', STATUSES), ...by('customer_fk')],
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
