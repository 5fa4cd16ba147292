/** Types of expense and of income: each has an account of its own in the ledger, which is called like it. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

function screens(resource: 'expense_types' | 'income_types', title: string) {
  return {
    Table: tableScreen({
      resource,
      title: `cash:${resource}`,
      empty: `cash:no_types.${resource}`,
      columns: [{ field: 'type_name', kind: 'text', main: true }],
    }),
    Form: recordForm({ resource, title, sections: [{ fields: ['type_name', 'type_name_ar', 'type_name_ckb'] }] }),
  };
}

export const expenseTypes = screens('expense_types', 'cash:expense_type');
export const incomeTypes = screens('income_types', 'cash:income_type');
