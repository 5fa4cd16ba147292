/** Brands of goods. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('brands', {
  words: { many: 'catalogue:brands', one: 'catalogue:brand', empty: 'catalogue:brands_empty' },
  columns: [
    {
      field: 'made_in_fk',
      kind: 'reference',
      resource: 'countries',
      nameField: 'brand_made_in',
      label: 'fields:brand_made_in',
    },
    ...usual('images'),
  ],
  import: { permission: 'brands/import', path: '/brands/import' },
  sections: [{ fields: ['brand_name', 'brand_name_ar', 'brand_name_ckb', 'made_in_fk', 'images'] }],
});
