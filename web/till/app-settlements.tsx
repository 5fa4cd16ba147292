/** What the payment app has paid into the bank for receipts of the tills, less its fee. */
import { declareEditor } from '../shared/document/declare-editor.ts';
import { listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { isEmpty } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { headerOfCash } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const settlementDeclaration = declareEditor('app_settlements', {
  carried: { header: ['time'] },
  header: [
    'date',
    'amount',
    { field: 'fee', kind: 'amount' },
    {
      field: 'expense_type_fk',
      kind: 'lookup',
      resource: 'expense_types',
      required: (header) => !isEmpty(header['fee']),
    },
    'account_fk',
  ],
  details: ['outlet_fk', 'reference_number', 'note'],
  noDraft: true,
  newHeader: (context) => {
    const { rate_fk: _record, rate: _rate, currency_fk: _currency, ...header } = headerOfCash(context);
    return { ...header, account_fk: null, fee: null, expense_type_fk: null };
  },
  transitions: AT_ONCE_TRANSITIONS,
});

export const Editor = documentScreen(settlementDeclaration);

export const Table = tableScreen({
  ...listOf('app_settlements'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'account_fk', kind: 'reference', resource: 'cashes' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'fee', kind: 'amount', currency: 'system' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
