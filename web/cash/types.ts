/** Types of expense and of income: each has an account of its own in the ledger, which is called like it. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

function screens(kind: 'expense' | 'income') {
  const resource = `${kind}_types`;
  return {
    Table: tableScreen({
      resource,
      title: `cash:${kind}_types`,
      empty: `cash:no_types.${kind}`,
      columns: [{ field: 'type_name', kind: 'text', main: true }],
    }),
    Form: recordForm({ resource, title: `cash:${kind}_type`, sections: [{ fields: ['type_name'] }] }),
  };
}

export const expenseTypes = screens('expense');
export const incomeTypes = screens('income');
