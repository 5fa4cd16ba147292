/** Brands of goods. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'brands',
  title: 'catalogue:brands',
  empty: 'catalogue:brands_empty',
  columns: [
    { field: 'brand_name', kind: 'text', main: true },
    {
      field: 'made_in_fk',
      kind: 'reference',
      resource: 'countries',
      nameField: 'brand_made_in',
      label: 'fields:brand_made_in',
    },
    ...usual('images'),
  ],
});

export const Form = recordForm({
  resource: 'brands',
  title: 'catalogue:brand',
  sections: [{ fields: ['brand_name', 'brand_name_ar', 'brand_name_ckb', 'made_in_fk', 'images'] }],
});
