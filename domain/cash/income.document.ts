/** The income as a document: its name in the API, its number, and what it has in the books. */
import { HELD_MONEY } from '../kernel/held.schema.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { INCOME_PAPERS } from '../paper/money-papers.ts';
import { postIncome } from '../posting/income.ts';
import { RULES } from '../posting/rules.ts';
import { IncomeBody } from './income.schema.ts';
import { INCOME, income } from './income.ts';

export const incomeDocument = declareDrafted({
  kind: INCOME,
  resource: 'incomes',
  folder: 'cash',
  isBookkeeping: true,
  decider: income,
  body: IncomeBody,
  papers: INCOME_PAPERS,
  held: HELD_MONEY,
  carriedAt: 'in',
  post: postIncome,
  rule: RULES.income,
  prefix: 'I-',
});
