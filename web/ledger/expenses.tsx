/** Expenses: what was spent, of which type, and from which account or supplier. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { paidEditor, paidList } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

const expense = {
  resource: 'expenses',
  about: { field: 'expense_type_fk', resource: 'expense_types' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
} as const;

export const Editor = documentScreen(paidEditor(expense));

export const Table = tableScreen(
  paidList(expense, {
    afterStatus: usual('payment_type'),
    last: usual('reference_number', 'attachments'),
    filters: [...by('date', 'expense_type_fk'), oneOf('status', ['draft', 'complete']), ...by('total')],
  }),
);
