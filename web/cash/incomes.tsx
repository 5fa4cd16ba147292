/** Incomes: what came in beside sales, of which type, and into which account or from which customer. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { paidEditor, paidList } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

const income = {
  resource: 'incomes',
  about: { field: 'income_type_fk', resource: 'income_types' },
  party: { field: 'customer_fk', resource: 'customers' },
  direction: 'in',
} as const;

export const Editor = documentScreen(paidEditor(income));

export const Table = tableScreen(
  paidList(income, {
    afterStatus: usual('payment_type', 'customer_fk'),
    last: usual('reference_number', 'attachments'),
    filters: [...by('date', 'income_type_fk', 'customer_fk'), oneOf('status', ['draft', 'complete']), ...by('total')],
  }),
);
