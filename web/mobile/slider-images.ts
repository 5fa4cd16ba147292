/** Pictures of the slider on the mobile application's home. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'slider_images',
  title: 'mobile:slider_images',
  empty: 'mobile:slider_images_empty',
  columns: [
    { field: 'title', kind: 'text', main: true },
    { field: 'image', kind: 'pictures', sortable: false },
    { field: 'sort_order', kind: 'number' },
    { field: 'mobile_section_fk', kind: 'reference', resource: 'mobile_sections' },
    ...usual('item_fk', 'is_active'),
  ],
  filters: [{ field: 'mobile_section_fk', kind: 'lookup', resource: 'mobile_sections' }, ...by('is_active')],
  inactive: { field: 'is_active', value: false },
  defaultSort: { column: 'sort_order', dir: 'asc' },
});

export const Form = recordForm({
  resource: 'slider_images',
  title: 'mobile:slider_image',
  sections: [
    { fields: ['title', 'title_ar', 'title_ckb', 'sort_order', 'is_active'] },
    { title: 'mobile:parts.picture', fields: ['image', 'mobile_section_fk', 'item_fk'] },
  ],
});
