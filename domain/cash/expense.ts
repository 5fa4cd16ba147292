import { draftedDecider } from '../kernel/drafted.ts';
import type { ExpenseInput } from './expense.schema.ts';
import { EXPENSE, type Expense } from './expense-events.ts';
import { expenseFacts } from './expense-rules.ts';

export { EXPENSE, type Expense, type ExpenseEvent } from './expense-events.ts';

export const expense = draftedDecider<typeof EXPENSE, ExpenseInput, Expense>(EXPENSE, { facts: expenseFacts });
