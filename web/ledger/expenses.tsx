/** Expenses: what was spent, of which type, and from which account or supplier. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { paidEditor, paidList } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const expense = {
  resource: 'expenses',
  about: { field: 'expense_type_fk', resource: 'expense_types' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
} as const;

export const ExpenseEditor = documentScreen(paidEditor(expense));

export const ExpensesTable = tableScreen(
  paidList(expense, {
    afterStatus: [{ field: 'payment_type', kind: 'option' }],
    last: [
      { field: 'reference_number', kind: 'text' },
      { field: 'attachments', kind: 'pictures', sortable: false },
    ],
    filters: [
      { field: 'date', kind: 'date_range' },
      { field: 'expense_type_fk', kind: 'lookup', resource: 'expense_types' },
      { field: 'status', kind: 'option', options: ['draft', 'complete'] },
      { field: 'total', kind: 'amount_range' },
    ],
  }),
);
