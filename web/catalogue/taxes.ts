/** Taxes and their percentages. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'taxes',
  title: 'catalogue:taxes',
  empty: 'catalogue:taxes_empty',
  columns: [
    { field: 'tax_name', kind: 'text', main: true },
    { field: 'tax_number', kind: 'code' },
    ...usual('date'),
    { field: 'percentage', kind: 'percent' },
    { field: 'recoverable', kind: 'boolean' },
  ],
});

export const Form = recordForm({
  resource: 'taxes',
  title: 'catalogue:tax',
  sections: [
    { fields: ['tax_name', 'tax_name_ar', 'tax_name_ckb'] },
    { fields: ['tax_number', 'date', 'percentage', 'recoverable', 'note'] },
  ],
});
