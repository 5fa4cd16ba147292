/** Groups of customers: wholesale, pharmacies, staff. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'customer_groups',
  title: 'parties:customer_groups',
  empty: 'parties:customer_groups_empty',
  columns: [{ field: 'customer_group_name', kind: 'text', main: true }, ...usual('note')],
});

export const Form = recordForm({
  resource: 'customer_groups',
  title: 'parties:customer_group',
  sections: [{ fields: ['customer_group_name', 'note'] }],
});
