/** Cities, for addresses. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'cities',
  title: 'parties:cities',
  empty: 'parties:cities_empty',
  columns: [
    { field: 'city_name', kind: 'text', main: true },
    { field: 'city_name_ar', kind: 'text' },
    { field: 'city_name_ckb', kind: 'text' },
  ],
});

export const Form = recordForm({
  resource: 'cities',
  title: 'parties:city',
  sections: [{ fields: ['city_name', 'city_name_ar', 'city_name_ckb'] }],
});
