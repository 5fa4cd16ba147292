/** Taxes and their percentages. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'taxes',
  title: 'catalogue:taxes',
  columns: [
    { field: 'tax_name', kind: 'text', main: true },
    { field: 'percentage', kind: 'percent' },
    { field: 'recoverable', kind: 'boolean' },
  ],
});

export const Form = recordForm({
  resource: 'taxes',
  title: 'catalogue:tax',
  sections: [{ fields: ['tax_name', 'percentage', 'recoverable'] }],
});
