/** Capital contributions and withdrawals of stockholders. */

import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { moneyAccount, moneyFields } from '../shared/document/fields/money-fields.ts';
import { CARRIED, currencyFields } from '../shared/document/fields/usual-fields.ts';
import { rateInstead } from '../shared/document/model/goods/rate-of-day.ts';
import { MONEY_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { AMOUNT_COLUMNS, headerOfCash } from '../shared/document/single-amount.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** A contribution is converted at the in rate, a withdrawal at the out rate. */
const directionOf = (type: unknown) => (type === 'withdrawal' ? 'out' : 'in');

export const capitalDeclaration = declareEditor('capital_transactions', {
  carried: { header: CARRIED },
  header: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true },
    {
      field: 'transaction_type',
      kind: 'choice',
      options: ['contribution', 'withdrawal'],
      required: true,
      fills: (chosen, header) => rateInstead(directionOf(chosen), header),
    },
    'date',
    'amount',
    moneyAccount((header) => directionOf(header['transaction_type'])),
  ],
  details: [
    ...moneyFields,
    'outlet_fk',
    ...currencyFields((header) => directionOf(header['transaction_type'])),
    'reference_number',
    'note',
  ],
  noDraft: true,
  newHeader: (context) => ({ ...headerOfCash(context), transaction_type: 'contribution' }),
  transitions: MONEY_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(capitalDeclaration, {
  columns: [...usual('number', 'date', 'stockholder_fk', 'transaction_type', 'status'), ...AMOUNT_COLUMNS],
  filters: [...by('date'), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
