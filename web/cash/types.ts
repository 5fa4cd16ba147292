/** Types of expense and of income: each has its own ledger account with the same name. */
import { recordScreens } from '../shared/record/record-screens.ts';

function screens(resource: 'expense_types' | 'income_types', title: string) {
  return recordScreens(resource, {
    words: { many: `cash:${resource}`, one: title, empty: `cash:no_types.${resource}` },
    sections: [{ fields: ['type_name', 'type_name_ar', 'type_name_ckb'] }],
  });
}

export const expenseTypes = screens('expense_types', 'cash:expense_type');
export const incomeTypes = screens('income_types', 'cash:income_type');
