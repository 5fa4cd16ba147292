/** Brands of goods. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'brands',
  title: 'catalogue:brands',
  columns: [
    { field: 'brand_name', kind: 'text', main: true },
    { field: 'brand_made_in', kind: 'text' },
  ],
});

export const Form = recordForm({
  resource: 'brands',
  title: 'catalogue:brand',
  sections: [{ fields: ['brand_name', 'brand_made_in'] }],
});
