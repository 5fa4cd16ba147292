/** Pictures of the slider on the mobile application's home. */
import type { SliderImageData } from '../../domain/mobile/slider-image.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<SliderImageData>('slider_images', {
  words: { many: 'mobile:slider_images', one: 'mobile:slider_image', empty: 'mobile:slider_images_empty' },
  columns: [
    { field: 'image', kind: 'pictures', sortable: false },
    { field: 'sort_order', kind: 'number' },
    { field: 'mobile_section_fk', kind: 'reference', resource: 'mobile_sections' },
    ...usual('item_fk', 'is_active'),
  ],
  filters: [{ field: 'mobile_section_fk', kind: 'lookup', resource: 'mobile_sections' }, ...by('is_active')],
  inactive: { field: 'is_active', value: false },
  defaultSort: { column: 'sort_order', dir: 'asc' },
  sections: [
    { fields: ['title', 'title_ar', 'title_ckb', 'sort_order', 'is_active'] },
    { title: 'mobile:parts.picture', fields: ['image', 'mobile_section_fk', 'item_fk'] },
  ],
});
