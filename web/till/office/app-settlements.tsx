/** The payment app's transfers to the bank for receipts of tills, less its fee. */
import { declareEditor } from '../../shared/document/declare-editor.ts';
import { documentScreens } from '../../shared/document/document-screens.ts';
import { isEmpty } from '../../shared/document/model/draft.ts';
import { MONEY_TRANSITIONS } from '../../shared/document/model/usual-transitions.ts';
import { headerOfCash } from '../../shared/document/single-amount.ts';
import { by, oneOf, usual } from '../../shared/table/usual-columns.ts';

export const settlementDeclaration = declareEditor('app_settlements', {
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
  transitions: MONEY_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(settlementDeclaration, {
  columns: [
    ...usual('number', 'date', 'account_fk', 'status'),
    { field: 'fee', kind: 'amount', currency: 'system' },
    ...usual('total_base', 'outlet_fk'),
  ],
  filters: [...by('date'), oneOf('status', ['complete', 'reversed']), ...by('outlet_fk')],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
