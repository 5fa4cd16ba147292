/** Tax payments to the authority for a period; the tax report shows the amount payable. */

import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { moneyAccount, moneyFields } from '../shared/document/fields/money-fields.ts';
import { foundField } from '../shared/document/fields/usual-fields.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { MONEY_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { headerOfCash } from '../shared/document/single-amount.ts';
import { readDay, readWholeNumber } from '../shared/report/report-search.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** Initial values from the tax report: its period and outlet, and the remaining amount. */
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

export const taxPaymentDeclaration = declareEditor('tax_payments', {
  carried: { header: ['time'] },
  header: [
    { field: 'from_date', kind: 'date', required: true },
    { field: 'to_date', kind: 'date', required: true },
    { field: 'tax_direction', kind: 'choice', options: ['paid', 'received'] },
    'date',
    'amount',
    moneyAccount((header) => (header['tax_direction'] === 'received' ? 'in' : 'out')),
  ],
  details: [
    ...moneyFields,
    'outlet_fk',
    { field: 'above_payable', kind: 'choice', options: ['refused', 'advance'] },
    ...['payable_amount', 'input_amount'].map(foundField),
    'reference_number',
    'note',
  ],
  noDraft: true,
  newHeader: (context) => ({
    ...headerOfCash(context),
    from_date: `${context.today.slice(0, 8)}01`,
    to_date: context.today,
    tax_direction: 'paid',
    above_payable: 'refused',
    ...ofReport(),
  }),
  transitions: MONEY_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(taxPaymentDeclaration, {
  columns: [
    ...usual('number', 'date', 'status', 'from_date', 'to_date', 'total_base', 'account_fk', 'outlet_fk'),
    ...usual('note'),
  ],
  filters: [...by('date'), oneOf('status', ['complete', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
