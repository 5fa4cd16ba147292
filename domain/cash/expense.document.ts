/** The expense as a document: its name in the API, its number, and what it has in the books. */
import { declareDrafted } from '../kernel/lifecycle.ts';
import { postExpense } from '../posting/expense.ts';
import { ExpenseBody } from './expense.schema.ts';
import { EXPENSE, expense } from './expense.ts';

export const expenseDocument = declareDrafted({
  kind: EXPENSE,
  resource: 'expenses',
  decider: expense,
  body: ExpenseBody,
  post: postExpense,
  prefix: 'E-',
});
