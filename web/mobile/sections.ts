/** Sections of the mobile application's home; their order is in the settings of the application. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, inLanguages, oneOf, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('mobile_sections', {
  words: { many: 'mobile:sections', one: 'mobile:section', empty: 'mobile:sections_empty' },
  columns: [
    ...inLanguages('title'),
    { field: 'content', kind: 'option' },
    { field: 'place', kind: 'number', sortable: false },
    ...usual('is_active'),
  ],
  filters: [oneOf('content', ['items', 'filters']), ...by('is_active')],
  inactive: { field: 'is_active', value: false },
  sections: [
    { fields: ['title', 'title_ar', 'title_ckb', 'description', 'is_active', 'content'] },
    { title: 'mobile:parts.items', fields: ['items'] },
    { title: 'mobile:parts.filters', fields: ['item_name_contains', 'category_fk', 'start_price', 'end_price'] },
  ],
});
