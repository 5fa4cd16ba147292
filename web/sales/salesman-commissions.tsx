/** Commissions of a salesman until a day, computed from the books, approved and paid. */

import { declareEditor } from '../shared/document/declare-editor.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { CommissionSources } from './commission-sources.tsx';

export const commissionDeclaration = declareEditor('salesman_commissions', {
  header: [
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen', required: true },
    { field: 'to_date', kind: 'date', required: true },
    'date',
  ],
  details: ['outlet_fk', 'reference_number', 'note'],
  completion: { transition: 'approve' },
  newHeader: (context) => ({ ...beginsWith(context, 'outlet_fk', 'date'), to_date: context.today }),
  transitions: APPROVED_TRANSITIONS,
  tab: { name: 'sources', content: CommissionSources },
});

export const { Table, Editor } = documentScreens(commissionDeclaration, {
  columns: [
    ...usual('number', 'date', 'salesman_fk', 'to_date', 'status'),
    { field: 'total_base', kind: 'amount', currency: 'system', label: 'documents:salesman_commission.one' },
    ...usual('outlet_fk', 'reference_number'),
  ],
  filters: [...by('salesman_fk', 'date'), oneOf('status', ['draft', 'approved', 'paid', 'reversed'])],
  footer: ['total_base'],
});
