/** Capital that stockholders bring in or take out. */

import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  currencyFields,
  dateField,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration } from '../shared/document/model/declaration.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { AMOUNT_COLUMNS, amountField, headerOfCash, SINGLE_AMOUNT } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const capitalDeclaration: EditorDeclaration = {
  ...editorOf('capital_transactions'),
  ...SINGLE_AMOUNT,
  header: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true },
    { field: 'transaction_type', kind: 'choice', options: ['contribution', 'withdrawal'], required: true },
    dateField,
    amountField,
    accountField,
  ],
  details: [outletField, ...currencyFields('in'), referenceField, noteField],
  noDraft: true,
  newHeader: (context) => ({ ...headerOfCash(context), transaction_type: 'contribution' }),
  transitions: AT_ONCE_TRANSITIONS,
};

export const CapitalTransactionEditor = documentScreen(capitalDeclaration);

export const CapitalTransactionsTable = tableScreen({
  ...listOf('capital_transactions'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'stockholder_fk', kind: 'reference', resource: 'stockholders' },
    { field: 'transaction_type', kind: 'option' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
