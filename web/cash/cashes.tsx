/** Cash boxes, bank and remittance accounts, and what is in them for whoever may see that. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';
import { TotalCash } from './total-cash.tsx';

export const Table = tableScreen({
  resource: 'cashes',
  title: 'cash:cashes',
  empty: 'cash:cashes_empty',
  banner: () => <TotalCash />,
  columns: [
    { field: 'account_name', kind: 'text', main: true },
    ...usual('code'),
    { field: 'cash_type', kind: 'option' },
    ...usual('currency_fk', 'outlet_fk'),
    { field: 'balance', kind: 'amount', sortable: false, permission: 'cashes/balance_view' },
    { field: 'allow_overdraft', kind: 'boolean' },
    ...usual('is_active'),
  ],
  filters: by('currency_fk', 'outlet_fk', 'is_active'),
  inactive: { field: 'is_active', value: false },
});

export const Form = recordForm({
  resource: 'cashes',
  title: 'cash:account',
  sections: [
    { fields: ['account_name', 'account_name_ar', 'account_name_ckb'] },
    { fields: ['code', 'cash_type', 'currency_fk', 'outlet_fk', 'bank_account_number'] },
    { fields: ['allow_overdraft', 'is_active', 'note'] },
  ],
  choices: { cash_type: [1, 2, 3] },
});
