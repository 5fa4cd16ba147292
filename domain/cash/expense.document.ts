/** The expense as a document: its API resource, number prefix and postings. */

import { declareDrafted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postExpense } from '../posting/expense.ts';
import { HELD_OR_OWED } from '../schemas/held.schema.ts';
import { ExpenseBody } from './expense.schema.ts';
import { EXPENSE, expense } from './expense.ts';

export const expenseDocument = declareDrafted({
  kind: EXPENSE,
  resource: 'expenses',
  folder: 'cash',
  isBookkeeping: true,
  owed: {},
  decider: expense,
  body: ExpenseBody,
  papers: voucher('expense', [...texts('expense_type_fk'), ...PAID], { party: 'supplier_fk' }),
  held: HELD_OR_OWED,
  carriedAt: 'out',
  post: postExpense,
  rule: RULES.expense,
  prefix: 'E-',
});
