/** The income as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { postIncome } from '../posting/income.ts';
import { ReasonBody } from '../sales/sale.schema.ts';
import { IncomeBody, type IncomeInput } from './income.schema.ts';
import { INCOME, type IncomeCommand, type IncomeEvent, type IncomeState, income, possible } from './income.ts';

export const incomeDocument = declareDocument<IncomeState, IncomeCommand, IncomeEvent>({
  kind: INCOME,
  resource: 'incomes',
  decider: income,
  body: IncomeBody,
  create: (body: IncomeInput) =>
    body.status === 'complete'
      ? [{ type: 'draft', input: body }, { type: 'complete' }]
      : [{ type: 'draft', input: body }],
  change: (body: IncomeInput) => ({ type: 'change', input: body }),
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
  booked: (state, stream) => (state.status === 'complete' ? [postIncome(state.income, stream)] : []),
  numbered: {
    event: 'income.completed',
    prefix: 'I-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.income.outlet_fk,
      date: state.status === 'none' ? '' : state.income.date,
    }),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.income.outlet_fk }),
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});
