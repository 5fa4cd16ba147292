/** Incomes other than sales: type, amount, and the account or customer. */
import { paidScreens } from '../shared/document/single-amount.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const { declaration, Table, Editor } = paidScreens({
  resource: 'incomes',
  about: { field: 'income_type_fk', resource: 'income_types' },
  party: { field: 'customer_fk', resource: 'customers' },
  direction: 'in',
  afterStatus: usual('payment_type', 'payment_status', 'customer_fk'),
  last: usual('reference_number', 'attachments'),
  filters: [
    ...by('date', 'income_type_fk', 'customer_fk'),
    oneOf('status', ['draft', 'complete']),
    ...by('payment_status', 'due_date', 'total'),
  ],
});
