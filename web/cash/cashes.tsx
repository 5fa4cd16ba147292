/** Cash, bank and remittance accounts, with balances for users who may see them. */
import type { CashData } from '../../domain/cash/cash.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';
import { TotalCash } from './total-cash.tsx';

export const { Table, Form } = recordScreens<CashData, 'balance'>('cashes', {
  words: { many: 'cash:cashes', one: 'cash:account', empty: 'cash:cashes_empty' },
  columns: [
    ...usual('code'),
    { field: 'cash_type', kind: 'option' },
    ...usual('currency_fk', 'outlet_fk'),
    { field: 'balance', kind: 'amount', sortable: false, permission: 'cashes/balance_view' },
    { field: 'allow_overdraft', kind: 'boolean' },
    ...usual('is_active'),
  ],
  banner: () => <TotalCash />,
  filters: by('currency_fk', 'outlet_fk', 'is_active'),
  inactive: { field: 'is_active', value: false },
  sections: [
    { fields: ['account_name', 'account_name_ar', 'account_name_ckb'] },
    { fields: ['code', 'cash_type', 'currency_fk', 'outlet_fk', 'bank_account_number'] },
    { fields: ['allow_overdraft', 'is_active', 'note'] },
  ],
  form: { choices: { cash_type: [1, 2, 3] } },
});
