/** The income as a document: its name in the API, its number, and what it has in the books. */
import { declareDrafted } from '../kernel/lifecycle.ts';
import { postIncome } from '../posting/income.ts';
import { IncomeBody } from './income.schema.ts';
import { INCOME, income } from './income.ts';

export const incomeDocument = declareDrafted({
  kind: INCOME,
  resource: 'incomes',
  decider: income,
  body: IncomeBody,
  post: postIncome,
  prefix: 'I-',
});
