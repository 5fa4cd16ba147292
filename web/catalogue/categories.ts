/** Categories of items, a tree of four levels. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'categories',
  title: 'catalogue:categories',
  columns: [
    { field: 'category_name', kind: 'text', main: true },
    { field: 'category_code', kind: 'code' },
    { field: 'parent_fk', kind: 'reference', resource: 'categories' },
    { field: 'is_active_online', kind: 'boolean' },
  ],
  filters: [
    { field: 'parent_fk', kind: 'lookup', resource: 'categories' },
    { field: 'is_active_online', kind: 'boolean' },
  ],
});

export const Form = recordForm({
  resource: 'categories',
  title: 'catalogue:category',
  sections: [{ fields: ['category_name', 'category_code', 'parent_fk', 'is_active_online'] }],
});
