/** Cash boxes, bank and remittance accounts. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'cashes',
  title: 'cash:cashes',
  empty: 'cash:cashes_empty',
  columns: [
    { field: 'account_name', kind: 'text', main: true },
    { field: 'code', kind: 'code' },
    { field: 'cash_type', kind: 'option' },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'allow_overdraft', kind: 'boolean' },
  ],
  filters: [
    { field: 'currency_fk', kind: 'lookup', resource: 'currencies' },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
  ],
});

export const Form = recordForm({
  resource: 'cashes',
  title: 'cash:account',
  sections: [{ fields: ['account_name', 'code', 'cash_type', 'currency_fk', 'outlet_fk', 'allow_overdraft'] }],
  choices: { cash_type: [1, 2, 3] },
});
