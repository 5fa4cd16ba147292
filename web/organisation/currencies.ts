/** Currencies, with the symbol and the decimals that amounts are shown with. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'currencies',
  title: 'organisation:currencies',
  columns: [
    { field: 'currency_name', kind: 'text', main: true },
    { field: 'currency_name_ar', kind: 'text' },
    { field: 'currency_name_ckb', kind: 'text' },
    { field: 'symbol', kind: 'code' },
    { field: 'decimals', kind: 'number' },
  ],
});

export const Form = recordForm({
  resource: 'currencies',
  title: 'organisation:currency',
  sections: [{ fields: ['currency_name', 'currency_name_ar', 'currency_name_ckb', 'symbol', 'decimals'] }],
});
