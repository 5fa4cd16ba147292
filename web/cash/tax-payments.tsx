/** Tax that is paid to the authority for a period, as the tax report says what is payable. */
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  dateField,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, FieldDeclaration } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { amountField, headerOfCash, SINGLE_AMOUNT } from '../shared/document/single-amount.ts';
import { readDay, readWholeNumber } from '../shared/report/report-search.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

/** Of the tax report: the period and the outlet that it was asked for, and what is left to pay. */
function ofReport(): Fields {
  const search = new URLSearchParams(window.location.search);
  const [from_date, to_date] = [readDay(search.get('from') ?? ''), readDay(search.get('as_at') ?? '')];
  const outlet_fk = readWholeNumber(search.get('outlet_fk'));
  const amount = /^\d{1,13}(\.\d{1,4})?$/.test(search.get('amount') ?? '') ? search.get('amount') : undefined;
  return {
    ...(from_date ? { from_date } : {}),
    ...(to_date ? { to_date } : {}),
    ...(outlet_fk ? { outlet_fk } : {}),
    ...(amount ? { amount } : {}),
  };
}

/** What the server found when it was paid. */
const foundField = (field: string): FieldDeclaration => ({
  field,
  kind: 'amount',
  shown: (header) => header[field] !== undefined,
  derived: (header) => header[field] ?? null,
});

const taxPaymentDeclaration: EditorDeclaration = {
  ...editorOf('tax_payments'),
  ...SINGLE_AMOUNT,
  carried: { header: ['time'] },
  header: [
    { field: 'from_date', kind: 'date', required: true },
    { field: 'to_date', kind: 'date', required: true },
    dateField,
    amountField,
    accountField,
  ],
  details: [
    outletField,
    { field: 'above_payable', kind: 'choice', options: ['refused', 'advance'] },
    ...['payable_amount', 'input_amount'].map(foundField),
    referenceField,
    noteField,
  ],
  noDraft: true,
  newHeader: (context) => ({
    ...headerOfCash(context),
    from_date: `${context.today.slice(0, 8)}01`,
    to_date: context.today,
    above_payable: 'refused',
    ...ofReport(),
  }),
  transitions: AT_ONCE_TRANSITIONS,
};

export const TaxPaymentEditor = documentScreen(taxPaymentDeclaration);

export const TaxPaymentsTable = tableScreen({
  ...listOf('tax_payments'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'from_date', kind: 'date' },
    { field: 'to_date', kind: 'date' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'account_fk', kind: 'reference', resource: 'cashes' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
