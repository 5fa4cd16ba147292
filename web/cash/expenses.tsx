/** Expenses: type, amount, and the account or supplier. */
import { paidScreens } from '../shared/document/single-amount.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const { declaration, Table, Editor } = paidScreens({
  resource: 'expenses',
  about: { field: 'expense_type_fk', resource: 'expense_types' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
  afterStatus: usual('payment_type', 'payment_status'),
  last: usual('reference_number', 'attachments'),
  filters: [
    ...by('date', 'expense_type_fk'),
    oneOf('status', ['draft', 'complete']),
    ...by('payment_status', 'due_date', 'total'),
  ],
});
