/** Sections of the mobile application's home; their order is in the settings of the application. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'mobile_sections',
  title: 'mobile:sections',
  empty: 'mobile:sections_empty',
  columns: [
    { field: 'title', kind: 'text', main: true },
    { field: 'title_ar', kind: 'text' },
    { field: 'title_ckb', kind: 'text' },
    { field: 'content', kind: 'option' },
    { field: 'place', kind: 'number', sortable: false },
    ...usual('is_active'),
  ],
  filters: [oneOf('content', ['items', 'filters']), ...by('is_active')],
  inactive: { field: 'is_active', value: false },
});

export const Form = recordForm({
  resource: 'mobile_sections',
  title: 'mobile:section',
  sections: [
    { fields: ['title', 'title_ar', 'title_ckb', 'description', 'is_active', 'content'] },
    { title: 'mobile:parts.items', fields: ['items'] },
    { title: 'mobile:parts.filters', fields: ['item_name_contains', 'category_fk', 'start_price', 'end_price'] },
  ],
});
