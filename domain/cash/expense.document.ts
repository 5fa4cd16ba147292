/** The expense as a document: its name in the API, its number, and what it has in the books. */
import { HELD_MONEY } from '../kernel/held.schema.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { EXPENSE_PAPERS } from '../paper/money-papers.ts';
import { postExpense } from '../posting/expense.ts';
import { RULES } from '../posting/rules.ts';
import { ExpenseBody } from './expense.schema.ts';
import { EXPENSE, expense } from './expense.ts';

export const expenseDocument = declareDrafted({
  kind: EXPENSE,
  resource: 'expenses',
  folder: 'cash',
  isBookkeeping: true,
  decider: expense,
  body: ExpenseBody,
  papers: EXPENSE_PAPERS,
  held: HELD_MONEY,
  carriedAt: 'out',
  post: postExpense,
  rule: RULES.expense,
  prefix: 'E-',
});
