/** Countries of the world, with their names in three languages. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'countries',
  title: 'parties:countries',
  columns: [
    { field: 'country_name', kind: 'text', main: true },
    { field: 'country_name_ar', kind: 'text' },
    { field: 'country_name_ckb', kind: 'text' },
    { field: 'country_code', kind: 'code' },
  ],
  defaultSort: { column: 'country_name', dir: 'asc' },
});

export const Form = recordForm({
  resource: 'countries',
  title: 'parties:country',
  sections: [{ fields: ['country_name', 'country_name_ar', 'country_name_ckb', 'country_code'] }],
});
