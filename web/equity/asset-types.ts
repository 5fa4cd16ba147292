/** Types of fixed assets: vehicles, furniture, computers. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'asset_types',
  title: 'equity:asset_types',
  empty: 'equity:asset_types_empty',
  columns: [{ field: 'asset_type_name', kind: 'text', main: true }, ...usual('note')],
});

export const Form = recordForm({
  resource: 'asset_types',
  title: 'equity:asset_type',
  sections: [{ fields: ['asset_type_name', 'note'] }],
});
