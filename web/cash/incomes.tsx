/** Incomes: what came in beside sales, of which type, and into which account or from which customer. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { paidEditor, paidList } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const income = {
  resource: 'incomes',
  about: { field: 'income_type_fk', resource: 'income_types' },
  party: { field: 'customer_fk', resource: 'customers' },
  direction: 'in',
} as const;

export const IncomeEditor = documentScreen(paidEditor(income));

export const IncomesTable = tableScreen(
  paidList(income, {
    afterStatus: [
      { field: 'payment_type', kind: 'option' },
      { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    ],
    last: [
      { field: 'reference_number', kind: 'text' },
      { field: 'attachments', kind: 'pictures', sortable: false },
    ],
    filters: [
      { field: 'date', kind: 'date_range' },
      { field: 'income_type_fk', kind: 'lookup', resource: 'income_types' },
      { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
      { field: 'status', kind: 'option', options: ['draft', 'complete'] },
      { field: 'total', kind: 'amount_range' },
    ],
  }),
);
