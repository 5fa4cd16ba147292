/** Accounts of the program before, with their balances on the day of the opening. */
import type { OldAccountData } from '../../../domain/ledger/old-account.record.ts';
import { recordScreens } from '../../shared/record/record-screens.ts';

export const { Table, Form } = recordScreens<OldAccountData>('old_accounts', {
  words: { many: 'ledger:old_accounts', one: 'ledger:old_account', empty: 'ledger:old_accounts_empty' },
  columns: [
    { field: 'old_account_code', kind: 'code' },
    { field: 'debit', kind: 'amount', currency: 'system', blankZero: true },
    { field: 'credit', kind: 'amount', currency: 'system', blankZero: true },
    { field: 'account', kind: 'code' },
  ],
  import: { permission: 'old_accounts/import', path: '/old-accounts/import' },
  sections: [{ fields: ['old_account_code', 'old_account_name', 'debit', 'credit', 'account', 'note'] }],
});
