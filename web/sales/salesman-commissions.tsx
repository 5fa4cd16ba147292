/** Commissions: what a salesman earned until a day, counted from the books, approved and paid. */

import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  amountOf,
  dateField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { CommissionSources } from './commission-sources.tsx';

const commissionDeclaration: ScreenDeclaration = {
  ...editorOf('salesman_commissions'),
  header: [
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen', required: true },
    { field: 'to_date', kind: 'date', required: true },
    dateField,
  ],
  details: [outletField, referenceField, noteField],
  columns: [],
  completion: { transition: 'approve' },
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => {
    const { outlet_fk, date } = newHeader(context);
    return { outlet_fk: outlet_fk ?? null, date: date ?? null, to_date: date ?? null };
  },
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: APPROVED_TRANSITIONS,
  tab: { name: 'sources', content: CommissionSources },
};

export const SalesmanCommissionEditor = documentScreen(commissionDeclaration);

export const SalesmanCommissionsTable = tableScreen({
  ...listOf('salesman_commissions'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'salesman_fk', kind: 'reference', resource: 'salesmen' },
    { field: 'to_date', kind: 'date' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system', label: 'documents:salesman_commission.one' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen' },
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'approved', 'paid', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
