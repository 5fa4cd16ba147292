/** The expense as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { postExpense } from '../posting/expense.ts';
import { ReasonBody } from '../sales/sale.schema.ts';
import { ExpenseBody, type ExpenseInput } from './expense.schema.ts';
import { EXPENSE, type ExpenseCommand, type ExpenseEvent, type ExpenseState, expense, possible } from './expense.ts';

export const expenseDocument = declareDocument<ExpenseState, ExpenseCommand, ExpenseEvent>({
  kind: EXPENSE,
  resource: 'expenses',
  decider: expense,
  body: ExpenseBody,
  create: (body: ExpenseInput) =>
    body.status === 'complete'
      ? [{ type: 'draft', input: body }, { type: 'complete' }]
      : [{ type: 'draft', input: body }],
  change: (body: ExpenseInput) => ({ type: 'change', input: body }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    return_to_draft: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'return_to_draft', reason: body.reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  booked: (state, stream) => (state.status === 'complete' ? [postExpense(state.expense, stream)] : []),
  numbered: {
    event: 'expense.completed',
    prefix: 'E-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.expense.outlet_fk,
      date: state.status === 'none' ? '' : state.expense.date,
    }),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.expense.outlet_fk }),
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});
