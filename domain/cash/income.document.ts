/** The income as a document: its API resource, number prefix and postings. */

import { itemsThatMayBeOverdue } from '../debts/overdue.ts';
import { declareDrafted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { texts } from '../paper/paper.ts';
import { PAID } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postIncome } from '../posting/income.ts';
import { HELD_OR_OWED } from '../schemas/held.schema.ts';
import { IncomeBody } from './income.schema.ts';
import { INCOME, income } from './income.ts';

export const incomeDocument = declareDrafted({
  kind: INCOME,
  resource: 'incomes',
  folder: 'cash',
  isBookkeeping: true,
  owed: {},
  decider: income,
  body: IncomeBody,
  papers: voucher('income', [...texts('income_type_fk'), ...PAID], { party: 'customer_fk' }),
  held: HELD_OR_OWED,
  carriedAt: 'in',
  openItems: itemsThatMayBeOverdue,
  post: postIncome,
  rule: RULES.income,
  prefix: 'I-',
});
